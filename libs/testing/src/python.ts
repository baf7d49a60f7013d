import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

const root = join(import.meta.dirname, '../../..');

/** The Python that tests use for its packages: KALENDS_TEST_PYTHON, that of `.cache/venv`, or the system's. */
export function python(): string {
  const own = join(root, '.cache/venv/bin/python');
  return env.KALENDS_TEST_PYTHON || (existsSync(own) ? own : 'python3');
}

/** Why a Python module cannot be used here; undefined if it can. `packaged`: its name for pip. */
export function missingForPython(module: string, packaged: string): string | undefined {
  try {
    execFileSync(python(), ['-c', `import ${module}`], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `${module} is not installed for ${python()} (pip install ${packaged}, or set KALENDS_TEST_PYTHON)`;
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** CORPUS_DIR, or `../shared/corpora` beside the repository. */
export const corpusDir = process.env['CORPUS_DIR'] || resolve(root, '../shared/corpora');

/** Why the corpora are unavailable, or `null`. Throws instead if tests must not be skipped. */
export const corpusMissing = (): string | null =>
  missing(existsSync(corpusDir), `no corpora at ${corpusDir} (CORPUS_DIR)`);

export const readCorpus = (path: string): string => readFileSync(join(corpusDir, path), 'utf8');

/** Paths of all files with that extension, below the corpora, sorted. */
export const corpusFiles = (ending: string): string[] =>
  (readdirSync(corpusDir, { recursive: true }) as string[]).filter((path) => path.endsWith(ending)).sort();

const venv = resolve(root, '.cache/venv/bin/python');
const interpreter = process.env['KALENDS_TEST_PYTHON'] || (existsSync(venv) ? venv : 'python3');
/** Zones of the package tzdata: those of a system are as old as it. */
const env = { ...process.env, PYTHONTZPATH: '' };

/** Runs a Python program that reads JSON from stdin and writes JSON to stdout. */
export function python(program: string, input: unknown): unknown {
  const done = spawnSync(interpreter, ['-c', program], {
    env,
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0) throw new Error(`${interpreter}: ${done.stderr || String(done.error)}`);
  return JSON.parse(done.stdout);
}

/** Why these Python modules, or current zones, are unavailable; or `null`. */
export function pythonMissing(modules: string): string | null {
  const done = spawnSync(interpreter, ['-c', `import tzdata, ${modules}`], { encoding: 'utf8' });
  return missing(done.status === 0, `${interpreter} with tzdata and ${modules} is not installed`);
}

function missing(present: boolean, reason: string): string | null {
  if (present) return null;
  if (process.env['KALENDS_TEST_ALL'] === '1') throw new Error(reason);
  console.warn(`SKIPPED: ${reason}`);
  return reason;
}

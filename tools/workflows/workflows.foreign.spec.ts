import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { expect, it, type TestContext } from 'vitest';
import { fetched, missing } from '../testbed/programs.mjs';

const folder = join(import.meta.dirname, '../../.github/workflows');

/** What actionlint reports about a workflow, one finding per line; undefined if it is missing. */
async function lint(context: TestContext, text: string): Promise<string | undefined> {
  const reason = await missing('actionlint');
  if (reason) return skipFor(context, reason) as undefined;
  const args = ['-oneline', '-shellcheck=', '-pyflakes=', '-stdin-filename', join(folder, 'planted.yml'), '-'];
  const { stdout, stderr, status } = spawnSync(await fetched('actionlint'), args, { input: text, encoding: 'utf8' });
  expect(status, stderr).toBeLessThan(2);
  return stdout;
}

it.for(readdirSync(folder))(
  'given %s, when actionlint checks it, then it finds nothing',
  { timeout: 600_000 },
  async (file, context) => {
    expect(await lint(context, readFileSync(join(folder, file), 'utf8'))).toBe('');
  },
);

const broken =
  'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    needs: two\n    steps:\n      - run: npm run nothing\n';

it('given a planted workflow that needs a missing job, when actionlint checks it, then it is reported', async (context) => {
  expect(await lint(context, broken)).toContain('needs job "two"');
});

import { skipFor } from '@kalends/testing';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { parse } from 'yaml';
import { actionlint, buildActionlint, missingForActionlint } from './actionlint.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const files = readdirSync(folder);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** What actionlint reports about a workflow, one finding per line; undefined if it is missing. */
async function lint(context: TestContext, text: string): Promise<string | undefined> {
  const missing = await missingForActionlint();
  if (missing) return skipFor(context, missing) as undefined;
  await buildActionlint();
  const args = ['-oneline', '-shellcheck=', '-pyflakes=', '-stdin-filename', join(folder, 'planted.yml'), '-'];
  const { stdout, stderr, status } = spawnSync(actionlint, args, { input: text, encoding: 'utf8' });
  expect(status, stderr).toBeLessThan(2);
  return stdout;
}

interface Step {
  uses?: string;
  run?: string;
}
const stepsOf = (text: string) =>
  Object.values((parse(text) as { jobs: Record<string, { steps: Step[] }> }).jobs).flatMap(({ steps }) => steps);

/** Steps that call something other than a script of this repository, and actions that are not pinned to a version. */
function unknown(text: string): string[] {
  const known = (line: string) =>
    /^(npm ci|npm sbom |npm publish |gh release create |sudo env "PATH=\$PATH" KALENDS_NIGHTLY=1 \.ci\/run$)/.test(
      line,
    ) ||
    (/^npm run (?:-s )?([a-z:-]+)(?=\s|$)/.exec(line)?.[1] ?? '') in scripts ||
    /^npm run bench:\$\{\{ matrix\.name \}\}$/.test(line);
  return stepsOf(text).flatMap(({ uses, run }) => [
    ...(run ?? '').split('\n').filter((line) => line !== '' && !known(line)),
    ...(uses === undefined || /^[\w/-]+@(v\d+|[0-9a-f]{40})$/.test(uses) ? [] : [uses]),
  ]);
}

describe('workflows', () => {
  it('given the folder, when read, then there is one for pull requests, nights and releases', () => {
    expect(files.sort()).toEqual(['nightly.yml', 'pull-request.yml', 'release.yml']);
  });

  it.for(files)(
    'given %s, when actionlint checks it, then it finds nothing',
    { timeout: 600_000 },
    async (file, context) => {
      expect(await lint(context, read(file))).toBe('');
    },
  );

  it.each(files)(
    'given %s, when its steps are read, then each runs one of our scripts and actions are pinned',
    (file) => {
      expect(unknown(read(file))).toEqual([]);
    },
  );

  it('given the nightly benchmarks, when their names are read, then each is a script', () => {
    const { jobs } = parse(read('nightly.yml')) as {
      jobs: { benchmarks: { strategy: { matrix: { name: string[] } } } };
    };
    const { name } = jobs.benchmarks.strategy.matrix;
    expect(name.filter((one) => !(`bench:${one}` in scripts))).toEqual([]);
    expect(name.length).toBeGreaterThan(4);
  });
});

describe('the checks of workflows', () => {
  const broken =
    'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    needs: two\n    steps:\n      - run: npm run nothing\n';

  it('given a planted workflow that needs a missing job, when actionlint checks it, then it is reported', async (context) => {
    expect(await lint(context, broken)).toContain('needs job "two"');
  });

  it('given planted steps, when read, then unknown scripts and actions without a version are reported', () => {
    expect(unknown(broken)).toEqual(['npm run nothing']);
    expect(unknown(broken.replace('run: npm run nothing', 'uses: actions/checkout@main'))).toEqual([
      'actions/checkout@main',
    ]);
  });
});

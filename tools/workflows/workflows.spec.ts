import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const files = readdirSync(folder);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

interface Step {
  uses?: string;
  run?: string;
}
const stepsOf = (text: string) =>
  Object.values((parse(text) as { jobs: Record<string, { steps: Step[] }> }).jobs).flatMap(({ steps }) => steps);

/** Steps that call something other than a script of this repository, and actions that are not pinned to a version. */
function unknown(text: string): string[] {
  const known = (line: string) =>
    /^(npm ci|npm test$|npm sbom |npm publish |gh release create |sudo env "PATH=\$PATH" KALENDS_NIGHTLY=1 \.ci\/run$)/.test(
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

  it('given planted steps, when read, then unknown scripts and actions without a version are reported', () => {
    expect(unknown(broken)).toEqual(['npm run nothing']);
    expect(unknown(broken.replace('run: npm run nothing', 'uses: actions/checkout@main'))).toEqual([
      'actions/checkout@main',
    ]);
  });
});

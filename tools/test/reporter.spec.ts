// @module-tag long
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { afterSecondLook, secondLooks, summaryOf } from './summary.mjs';

const repository = join(import.meta.dirname, '../..');
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kalends-reporter-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** What the reporter writes about this spec, and Vitest's exit code. */
function summaryFor(spec: string, options: string[] = []) {
  writeFileSync(join(root, 'one.spec.js'), `import { beforeAll, expect, it } from 'vitest';\n${spec}`);
  const file = join(root, 'summary.json');
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const reporter = `--reporter=${join(repository, 'tools/test/reporter.mjs')}`;
  const args = [
    vitest,
    'run',
    '--root',
    repository,
    '--config',
    join(root, 'none.js'),
    '--dir',
    root,
    reporter,
    ...options,
  ];
  writeFileSync(join(root, 'none.js'), "export default { test: { tags: [{ name: 'long' }] } };\n");
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, KALENDS_TEST_SUMMARY: file },
  });
  return summaryOf([{ file, status: status ?? 1 }], () => readFileSync(file, 'utf8'));
}

it('given a set-up that fails, when it runs again and passes, then its tests count once, as flaky', () => {
  const tests = "it('a', () => undefined);\nit('b', () => undefined);\n";
  const summary = summaryFor(`beforeAll(() => { throw new Error('the port is taken'); });\n${tests}`);
  expect(summary).toMatchObject({ broken: 0, skipped: {}, failures: [{ error: 'the port is taken' }] });
  const [again] = secondLooks(summary);
  const result = afterSecondLook(summary, [{ ...again!, second: summaryFor(tests) }]);
  expect(Object.values(result.projects)).toMatchObject([{ passed: 2, failed: 0, skipped: 0 }]);
  expect(result.flaky).toHaveLength(1);
}, 60_000);

it('given a rejection that nobody waits for, when its file runs again and passes, then it is flaky, and tests count once', () => {
  const summary = summaryFor("it('a', async () => { void Promise.reject(new Error('the pool has ended')); });\n");
  expect(summary).toMatchObject({ broken: 0, failures: [{ test: 'outside its tests', error: 'the pool has ended' }] });
  const [again] = secondLooks(summary);
  const result = afterSecondLook(summary, [{ ...again!, second: summaryFor("it('a', () => undefined);\n") }]);
  expect(Object.values(result.projects)).toMatchObject([{ passed: 1, failed: 0, skipped: 0 }]);
  expect(result.flaky).toHaveLength(1);
}, 60_000);

it('given a long test, when long tests are left out, then it counts as neither passed nor skipped', () => {
  const tests = "it('a', () => undefined);\nit('b', { tags: 'long' }, () => expect(1).toBe(2));\nit.skip('c');\n";
  const summary = summaryFor(tests, ['--tags-filter', '!long']);
  expect(summary).toMatchObject({ leftToTheNight: 1, failures: [], skipped: { 'no reason given': 1 } });
  expect(summaryFor(tests)).toMatchObject({ leftToTheNight: 0, failures: [{ test: 'b' }] });
}, 60_000);

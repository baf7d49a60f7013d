#!/usr/bin/env node
// `npm test`: builds what changed, runs every suite that this machine can run, and reports what it skipped and why. With
// arguments, Vitest runs once with them. `npm test -- --help` lists what can be chosen.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { help, projects, runs as runsHere, tier } from './choices.mjs';
import { afterSecondLook, lastLine, print, secondLooks, summaryOf, totals } from './summary.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const summaries = fileURLToPath(new URL('../../.cache/test-summaries/', import.meta.url));
const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(help);
  process.exit(0);
}

/**
 * Groups of projects, one stage after the other. The runs of a stage are concurrent, three at a time, as they wait for processes and
 * brokers half of the time; at night, when bounds of time hold, those of a stage are fewer.
 */
const stages = [
  ...(tier === 'nightly'
    ? [
        [['unit'], ['processes', 'scale', 'fuzz', 'costs']],
        [['e2e-embedded'], ['e2e-kafka']],
      ]
    : [[['unit'], ['e2e-kafka'], ['e2e-embedded'], ['fuzz', 'costs']]]),
  [['foreign']],
  [['convergence-embedded'], ['convergence-kafka']],
  [['outages']],
];
const mostConcurrent = 3;

/** The results of all tasks, in their order, of which {@link mostConcurrent} run at once. */
async function concurrently(tasks) {
  const results = [];
  const waiting = [...tasks.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: mostConcurrent }, work));
  return results;
}

/** Runs a program, whole lines at a time, so that two runs do not mix within one; returns the exit status. */
function run(given, { env = {}, quiet } = {}) {
  const child = spawn(process.execPath, given, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  createInterface({ input: child.stdout }).on('line', (line) => console.log(line));
  createInterface({ input: child.stderr }).on('line', (line) => console.error(line));
  const timer = setInterval(() => quiet && console.log(` … ${quiet}`), 15_000);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearInterval(timer);
      resolve(code ?? 1);
    }),
  );
}

/** Runs Vitest; returns the file with its summary, and the exit status. */
async function vitest(name, given) {
  const file = `${summaries}${name}.json`;
  const reporters = ['--reporter=default', '--reporter=./tools/test/reporter.mjs'];
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...reporters, ...given];
  return { file, status: await run(command, { env: { KALENDS_TEST_SUMMARY: file } }) };
}

const chosen = (names) => names.flatMap((name) => ['--project', name]);

/** The runs of every stage that belongs to this tier. */
async function everything() {
  const done = [];
  for (const stage of stages) {
    const groups = stage.map((names) => names.filter((name) => runsHere(name))).filter((names) => names.length > 0);
    if (groups.length === 0) continue;
    const from = Date.now();
    done.push(...(await concurrently(groups.map((names) => () => vitest(names.join('-'), chosen(names))))));
    const { passed, failed } = totals(summaryOf(done.slice(-groups.length)));
    console.log(
      `=== ${groups.flat().join(', ')}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - from) / 1_000)} s`,
    );
  }
  return done;
}

/** Failed files once more, each alone: a second green is reported, never silent. */
async function lookedAtAgain(summary) {
  const again = [];
  for (const [n, { file, project }] of secondLooks(summary).entries()) {
    console.log(`once more, alone: ${file} (${project})`);
    again.push({ file, project, second: summaryOf([await vitest(`again-${n}`, [...chosen([project]), file])]) });
  }
  return afterSecondLook(summary, again);
}

rmSync(summaries, { recursive: true, force: true });
mkdirSync(summaries, { recursive: true });
for (const [program, quiet] of [
  ['node_modules/typescript/bin/tsc', 'compiling'],
  ['tools/bundle/bundle.mjs', 'bundling'],
])
  if ((await run(program.endsWith('tsc') ? [program, '-b'] : [program], { quiet })) !== 0) process.exit(1);

const done = args.length > 0 ? [await vitest('given', args)] : await everything();
const counts = print(await lookedAtAgain(summaryOf(done)), process.env.KALENDS_TEST_ALL === '1');
const left = Object.keys(projects).filter((name) => !runsHere(name));
if (args.length === 0 && left.length > 0) console.log(`not part of this run: ${left.join(', ')} (npm test -- --help)`);
console.log(`\n${counts.skipped} skipped${counts.skipped > 0 ? ', for the reasons above' : ''}`);
console.log(lastLine(counts));
process.exit(counts.failed === 0 ? 0 : 1);

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
 * Stages, one after the other, each of lanes side by side: of an end-to-end test's time, half is waiting for processes and brokers. A lane
 * is a list of runs, and a run a list of projects. At night, when bounds of time hold, stages are smaller.
 */
const stages = [
  ...(tier === 'nightly'
    ? [
        [[['unit']], [['processes', 'scale', 'fuzz', 'costs']]],
        [[['e2e-embedded']], [['e2e-kafka']]],
      ]
    : [
        [
          [['e2e-kafka'], ['e2e-embedded']],
          [['unit'], ['fuzz', 'costs']],
        ],
      ]),
  [[['foreign']]],
  [[['convergence-embedded']], [['convergence-kafka']]],
  [[['outages']]],
];

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

/** One lane's runs, of the projects that belong to this tier. */
async function inTurn(lane) {
  const done = [];
  for (const run of lane) {
    const names = run.filter((name) => runsHere(name));
    if (names.length > 0) done.push({ names, ...(await vitest(names.join('-'), chosen(names))) });
  }
  return done;
}

/** The runs of every stage that belongs to this tier. */
async function everything() {
  const all = [];
  for (const stage of stages) {
    const from = Date.now();
    const done = (await Promise.all(stage.map(inTurn))).flat();
    if (done.length === 0) continue;
    all.push(...done);
    const { passed, failed } = totals(summaryOf(done));
    const names = done.flatMap((one) => one.names).join(', ');
    console.log(`=== ${names}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - from) / 1_000)} s`);
  }
  return all;
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
const counts = print(
  await lookedAtAgain(summaryOf(done)),
  process.env.KALENDS_TEST_ALL === '1',
  console.log,
  tier === 'nightly',
);
const left = Object.keys(projects).filter((name) => !runsHere(name));
if (args.length === 0 && left.length > 0) console.log(`not part of this run: ${left.join(', ')} (npm test -- --help)`);
console.log(`\n${counts.skipped} skipped${counts.skipped > 0 ? ', for the reasons above' : ''}`);
console.log(lastLine(counts));
process.exit(counts.failed === 0 ? 0 : 1);

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

/** Half of the end-to-end files on the embedded transport: the lane that is free takes it. */
const half = (n) => ({ projects: ['e2e-embedded'], shard: `${n}/2` });
const of = (...names) => ({ projects: names });

/**
 * Stages, one after the other, each of runs in two lanes: of an end-to-end test's time, half is waiting for processes and brokers. A free
 * lane takes the next run, the longest first. At night, when bounds of time hold, stages are smaller.
 */
const stages = [
  ...(tier === 'nightly'
    ? [[of('unit'), of('processes', 'scale', 'costs')], [of('fuzz')], [of('e2e-embedded'), of('e2e-kafka')]]
    : [[of('unit'), of('e2e-kafka'), half(1), half(2), of('fuzz', 'costs')]]),
  [of('foreign')],
  [of('convergence-embedded'), of('convergence-kafka')],
  [of('outages')],
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

/** Long tests are left to the night, unless something is chosen. */
const withoutLong = tier === 'nightly' || args.length > 0 ? [] : ['--tags-filter', '!long'];

/** Runs Vitest; returns the file with its summary, and the exit status. */
async function vitest(name, given) {
  const file = `${summaries}${name}.json`;
  const reporters = ['--reporter=default', '--reporter=./tools/test/reporter.mjs'];
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--passWithNoTests',
    ...reporters,
    ...withoutLong,
    ...given,
  ];
  return { file, status: await run(command, { env: { KALENDS_TEST_SUMMARY: file } }) };
}

const chosen = (names) => names.flatMap((name) => ['--project', name]);

/** Runs that belong to this tier, two at a time; a summary and exit status of each. */
async function sideBySide(stage) {
  const left = stage
    .map(({ projects: all, shard }) => ({ names: all.filter((name) => runsHere(name)), shard }))
    .filter(({ names }) => names.length > 0);
  const done = [];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { names, shard } = next;
      const name = [...names, ...(shard ? [shard.replace('/', '-of-')] : [])].join('-');
      done.push({ names, ...(await vitest(name, [...chosen(names), ...(shard ? [`--shard=${shard}`] : [])])) });
    }
  };
  await Promise.all([lane(), lane()]);
  return done;
}

/** The runs of every stage that belongs to this tier. */
async function everything() {
  const all = [];
  for (const stage of stages) {
    const from = Date.now();
    const done = await sideBySide(stage);
    if (done.length === 0) continue;
    all.push(...done);
    const { passed, failed } = totals(summaryOf(done));
    const names = [...new Set(done.flatMap((one) => one.names))].join(', ');
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
for (const [quiet, ...program] of [
  ['generating', 'tools/prisma/generate.mjs'],
  ['compiling', 'node_modules/typescript/bin/tsc', '-b'],
  ['bundling', 'tools/bundle/bundle.mjs'],
])
  if ((await run(program, { quiet })) !== 0) process.exit(1);

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

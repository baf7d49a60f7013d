import { setTimeout } from 'node:timers/promises';
import { createPool } from '@kalends/postgres';
import { missingForRadicale, skipFor, waitUntil } from '@kalends/testing';
import { expect, inject, it } from 'vitest';
import { startBroker } from './harness/broker.js';
import { ApplicationActor, PhoneActor, refused, type Scene, type World } from './convergence/actors.js';
import { clearFaults, delayResponses } from './convergence/faults.js';
import { install, type Installation } from './convergence/installation.js';
import { Random } from './convergence/random.js';
import type { Difference } from './convergence/oracle.js';
import { SeriesActor } from './convergence/series-actor.js';
import { verdict } from './convergence/verdict.js';
import { caldavWorld, googleWorld, microsoftWorld } from './convergence/worlds.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
/** Seed to repeat the run; the timing still depends on the machine. */
const seed = Number(process.env.KALENDS_CONVERGENCE_SEED || 20261121);
/** KALENDS_CONVERGENCE_CHANGES is the total of both transports: 100,000 take about two hours. */
const changes = Math.ceil(Number(process.env.KALENDS_CONVERGENCE_CHANGES || 5_000) / 2);
const [perFault, perKill] = [25, Number(process.env.KALENDS_CONVERGENCE_KILL_EVERY || 125)];
const [lead, behind, perLine] = [10, 300, 5_000];
const timeout = Math.max(3_600_000, changes * 200);
const [quietTimeout, day] = [300_000, 86_400_000];

const actorsOf = (scene: Scene, world: World, random: Random, name: string) => [
  new ApplicationActor(scene, world, random.fork(), `app${name}a`),
  new ApplicationActor(scene, world, random.fork(), `app${name}b`),
  new SeriesActor(scene, world, random.fork(), `app${name}c`),
  new PhoneActor(scene, world, random.fork()),
];

/**
 * All actors run concurrently, each with its changes in sequence and none far ahead of the others: otherwise the actors at
 * the provider, who do not wait while the service is down, would finish before it is up again. Nor do they get far ahead of
 * what reaches the providers; otherwise most of it would arrive after the last fault.
 */
async function act(at: Installation, scene: Scene, worlds: readonly World[], random: Random, onChange: () => void) {
  const actors = worlds.flatMap((world, index) => actorsOf(scene, world, random, String(index)));
  const each = Math.ceil(changes / actors.length);
  const done = actors.map(() => 0);
  const inStep = (index: number) => done[index]! - Math.min(...done) <= lead;
  let isBehind = false;
  const watch = setInterval(() => void at.unfinished().then((n) => (isBehind = n > behind)), 500);
  const run = async (actor: (typeof actors)[number], index: number) => {
    for (; done[index]! < each; done[index]! += 1) {
      await waitUntil(() => !isBehind && inStep(index), { timeout: 600_000, interval: 5, what: 'the others' });
      await actor.change();
      onChange();
    }
  };
  await Promise.all(actors.map(run)).finally(() => clearInterval(watch));
}

/** While changes are made: injects a fault and kills a process at regular counts of changes. */
async function injectFaults(
  at: Installation,
  worlds: readonly World[],
  random: Random,
  changeCount: () => number,
  ended: () => boolean,
) {
  const faultCounts = new Map<string, number>();
  let kills = 0;
  for (let next = perFault; ; next += perFault) {
    await waitUntil(() => changeCount() >= next || ended(), { timeout: 600_000, interval: 5, what: `${next} changes` });
    if (ended()) break;
    const name = await random.of(worlds).injectFault(random);
    faultCounts.set(name, (faultCounts.get(name) ?? 0) + 1);
    if (next % perKill !== 0) continue;
    const victim = random.of(at.processes);
    await at.kill(victim);
    kills += 1;
    await at.start(victim);
  }
  return { kills, faultCounts };
}

/** What an operator does after the alert (`kalends profiles --resume`): that processes were killed is no fault of the profiles. */
async function resumeSetAside({ kalends }: Installation): Promise<number> {
  const pool = createPool({ url: kalends.deployment.databaseUrl, max: 1 });
  const { rowCount } = await pool.query(
    `UPDATE calendar_sync.profile SET deaths = 0, set_aside_at = NULL, error = NULL, next_sync_at = 0
     WHERE deaths > 0 OR set_aside_at IS NOT NULL`,
  );
  await pool.end();
  return rowCount ?? 0;
}

const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`;
const none: Difference = { lost: [], ghosts: [], doubles: [] };
const sizeOf = ({ lost, ghosts, doubles }: Difference) => lost.length + ghosts.length + doubles.length;

/** Waits while the differences decrease: a long queue of changes takes time to process. */
async function untilQuiet(check: () => Promise<Difference>): Promise<Difference> {
  let last = await check();
  let [least, since] = [sizeOf(last), performance.now()];
  while (sizeOf(last) > 0 && performance.now() - since < quietTimeout) {
    await setTimeout(2_000);
    last = await check();
    if (sizeOf(last) >= least) continue;
    [least, since] = [sizeOf(last), performance.now()];
  }
  return last;
}

it(
  `given changes on both sides, crashes and faults, when quiet, then provider, read model and availability are equal (${transport}, ${changes} changes, seed ${seed})`,
  async (context) => {
    const missing = 'skip' in provided ? provided.skip : missingForRadicale();
    if (missing) return skipFor(context, missing);
    const broker = await startBroker(transport);
    context.onTestFinished(async () => broker?.stop());
    // rare enough that changes, not polls, keep the processors busy
    const at = await install(broker?.brokers, { SYNC_INTERVAL: '3' });
    context.onTestFinished(() => at.stop());
    const random = new Random(seed);
    const application = await at.kalends.application();
    const [ada, bob, mia, dan] = [
      await googleWorld(at, application, 'ada'),
      await googleWorld(at, application, 'bob'),
      await microsoftWorld(at, application, 'mia'),
      await caldavWorld(at, application, 'dan'),
    ];
    context.onTestFinished(() => dan.stop());
    const worlds: World[] = [ada, bob, mia, dan];
    const base = (Math.floor(Date.now() / day) + 7) * day;
    const scene: Scene = { kalends: at.kalends, base };
    let [changeCount, ended] = [0, false];
    const startedAt = performance.now();
    const changed = () => {
      changeCount += 1;
      if (changeCount % perLine === 0)
        console.log(`${transport}: ${changeCount} changes in ${seconds(startedAt, performance.now())}`);
    };
    const acting = act(at, scene, worlds, random.fork(), changed).finally(() => (ended = true));
    const [{ kills, faultCounts }] = await Promise.all([
      injectFaults(
        at,
        worlds,
        random.fork(),
        () => changeCount,
        () => ended,
      ),
      acting,
    ]);
    await clearFaults(at.google);
    dan.calm();
    const resumed = await resumeSetAside(at);
    await delayResponses(at.google, ada.person);
    const late = actorsOf(scene, ada, random.fork(), 'late');
    for (let index = 0; index < 12; index += 1)
      await late[index % late.length]!.change().then(() => (changeCount += 1));
    const acted = performance.now();
    const check = () => verdict(scene, worlds, application);
    const first = await untilQuiet(check);
    const quiet = performance.now();
    // Restarts reveal anything that exists only in memory, an old cursor or a pending write.
    for (const name of at.processes) await at.kill(name);
    await at.google.control('invalidate-sync-tokens');
    for (const name of at.processes) await at.start(name);
    await resumeSetAside(at);
    const last = sizeOf(first) === 0 ? await untilQuiet(check) : first;
    const { lost, ghosts, doubles } = last;
    console.log(
      `${transport}: ${changeCount} changes, ${kills + at.processes.length} kills, ${resumed} profiles resumed, lost ${lost.length}, ghosts ${ghosts.length}, ` +
        `doubles ${doubles.length} (seed ${seed}; ${seconds(startedAt, acted)} of changes, quiet after ${seconds(acted, quiet)}; ` +
        `${[...faultCounts].map(([name, count]) => `${count} × ${name}`).join(', ')})`,
    );
    expect(refused).toEqual([]);
    expect(last).toEqual(none);
    expect(await mia.mailbox.mails(), 'unrequested mails').toEqual([]);
  },
  timeout,
);

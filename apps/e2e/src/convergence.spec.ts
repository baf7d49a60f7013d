import { skipFor, waitUntil } from '@kalends/testing';
import { expect, inject, it } from 'vitest';
import { ApplicationActor, PhoneActor, refused, type Scene, type World } from './convergence/actors.js';
import { calm, misfortune } from './convergence/faults.js';
import { install, type Installation } from './convergence/installation.js';
import { Random } from './convergence/random.js';
import type { Difference } from './convergence/oracle.js';
import { verdict } from './convergence/verdict.js';
import type { Application } from './harness/kalends.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const seed = Number(process.env.KALENDS_CONVERGENCE_SEED ?? 20261121);
/** Of both transports together. */
const changes = Math.ceil(Number(process.env.KALENDS_CONVERGENCE_CHANGES ?? 5_000) / 2);
const accounts = 4;
const [perFault, perKill] = [25, 250];
const day = 86_400_000;

// by address: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../tools/kafka/kafka.mjs', import.meta.url).href;

interface Broker {
  brokers: string;
  stop(): Promise<void>;
}

async function startBroker(): Promise<Broker | undefined> {
  if (transport === 'embedded') return undefined;
  const { startKafka } = (await import(/* @vite-ignore */ kafkaTool)) as { startKafka(): Promise<Broker> };
  return startKafka();
}

async function newWorld({ kalends, google, connect }: Installation, application: Application, index: number) {
  const person = await google.person(`person${index}@example.com`);
  const account = await kalends.account(application, { email: person.email, name: person.email });
  await connect(account.sub, person);
  const calendarId = await waitUntil(
    async () => {
      interface Calendar {
        provider_name: string;
        calendar_id: string;
      }
      const { body } = await kalends.get<{ calendars: Calendar[] }>(account.access_token, '/v1/calendars');
      return body.calendars.find(({ provider_name }) => provider_name === 'google')?.calendar_id;
    },
    { timeout: 60_000, what: 'the Google calendar' },
  );
  return { account, person, calendarId, ours: new Map(), theirs: new Map(), contested: new Set() } as World;
}

/** All actors at once, each its changes one after the other. */
async function act(scene: Scene, worlds: readonly World[], random: Random, onChange: () => void): Promise<void> {
  const actors = worlds.flatMap((world, index) => [
    new ApplicationActor(scene, world, random.fork(), `app${index}a`),
    new ApplicationActor(scene, world, random.fork(), `app${index}b`),
    new PhoneActor(scene, world, random.fork()),
  ]);
  const each = Math.ceil(changes / actors.length);
  const run = async (actor: (typeof actors)[number]) => {
    for (let index = 0; index < each; index += 1) {
      await actor.change();
      onChange();
    }
  };
  await Promise.all(actors.map(run));
}

/** While changes go on: something goes wrong every so many, a process is killed every so many. */
async function disturb(
  at: Installation,
  worlds: readonly World[],
  random: Random,
  made: () => number,
  ended: () => boolean,
) {
  const happened = new Map<string, number>();
  let kills = 0;
  for (let next = perFault; ; next += perFault) {
    await waitUntil(() => made() >= next || ended(), { timeout: 600_000, interval: 5, what: `${next} changes` });
    if (ended()) break;
    const name = await misfortune(at.google, random.of(worlds).person, random);
    happened.set(name, (happened.get(name) ?? 0) + 1);
    if (next % perKill !== 0) continue;
    const victim = random.of(at.processes);
    await at.kill(victim);
    kills += 1;
    await at.start(victim);
  }
  return { kills, happened };
}

const none: Difference = { lost: [], ghosts: [], doubles: [] };
const isNone = ({ lost, ghosts, doubles }: Difference) => lost.length + ghosts.length + doubles.length === 0;

async function untilQuiet(look: () => Promise<Difference>): Promise<Difference> {
  let last: Difference | undefined;
  const equal = async () => {
    last = await look();
    return isNone(last);
  };
  await waitUntil(equal, { timeout: 120_000, interval: 500 }).catch((error: unknown) => {
    if (!last) throw error;
  });
  return last!;
}

it(`given changes on both sides, crashes and faults, when quiet, then provider, read model and availability are equal (${transport}, ${changes} changes, seed ${seed})`, async (context) => {
  if ('skip' in provided) return skipFor(context, provided.skip);
  const broker = await startBroker();
  const at = await install(broker?.brokers);
  const random = new Random(seed);
  const application = await at.kalends.application();
  const worlds: World[] = [];
  for (let index = 0; index < accounts; index += 1) worlds.push(await newWorld(at, application, index));
  const base = (Math.floor(Date.now() / day) + 7) * day;
  const scene: Scene = { kalends: at.kalends, google: at.google, base };
  let [made, ended] = [0, false];
  const begun = performance.now();
  const acting = act(scene, worlds, random.fork(), () => (made += 1)).finally(() => (ended = true));
  const [{ kills, happened }] = await Promise.all([
    disturb(
      at,
      worlds,
      random.fork(),
      () => made,
      () => ended,
    ),
    acting,
  ]);
  const acted = performance.now();
  await calm(at.google);
  const look = () => verdict(scene, worlds, application);
  const first = await untilQuiet(look);
  const quiet = performance.now();
  // What only memory, an old cursor or a write still under way would show or hide comes out now.
  for (const name of at.processes) await at.kill(name);
  await at.google.control('invalidate-sync-tokens');
  for (const name of at.processes) await at.start(name);
  const last = isNone(first) ? await untilQuiet(look) : first;
  const { lost, ghosts, doubles } = last;
  const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`;
  console.log(
    `${transport}: ${made} changes, ${kills + at.processes.length} kills, lost ${lost.length}, ghosts ${ghosts.length}, ` +
      `doubles ${doubles.length} (seed ${seed}; ${seconds(begun, acted)} of changes, quiet after ${seconds(acted, quiet)}; ` +
      `${[...happened].map(([name, count]) => `${count} × ${name}`).join(', ')})`,
  );
  await at.stop();
  await broker?.stop();
  expect(refused).toEqual([]);
  expect(last).toEqual(none);
}, 3_600_000);

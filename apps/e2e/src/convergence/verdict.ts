import { call, type Answer, type Application } from '../harness/kalends.js';
import type { Scene, World } from './actors.js';
import type { GoogleResource } from './google.js';
import {
  compareFree,
  compareOccurrences,
  difference,
  freeOf,
  occurrencesOf,
  sum,
  type Difference,
  type Occurrence,
} from './oracle.js';

const day = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');
const dateOf = (ms: number) => iso(ms).slice(0, 10);

/** Each event exists once at the provider as its last change left it, and no accepted event is missing. */
function atProvider(
  { otherAppEvents, applicationEvents, contested }: World,
  resources: readonly GoogleResource[],
): Difference {
  const stored = resources
    .filter((one) => one.status !== 'cancelled' && one.recurringEventId === undefined)
    .map(({ summary = '' }) => ({ summary, name: summary.split(' ')[0]! }));
  const names = stored.map(({ name }) => name);
  const doubles = names.filter((name, index) => names.indexOf(name) !== index);
  const expected = [
    ...otherAppEvents.values(),
    ...[...applicationEvents].map(([id, summary]) => ({ id, summary })),
  ].flatMap((one) => (one.summary === null || ('id' in one && contested.has(one.id)) ? [] : [one.summary]));
  const certain = stored.filter(({ name }) => !contested.has(name) && !doubles.includes(name));
  const { lost, ghosts } = difference(
    expected.filter((summary) => !doubles.includes(summary.split(' ')[0]!)),
    certain.map(({ summary }) => summary),
  );
  return { lost, ghosts, doubles };
}

async function shown({ kalends, base }: Scene, { account, calendarId }: World): Promise<Occurrence[]> {
  const query = `tzid=Etc/UTC&from=${dateOf(base - 2 * day)}&to=${dateOf(base + 40 * day)}`;
  const events = await kalends.events<Occurrence & { calendar_id: string }>(account.access_token, query);
  return events.filter((event) => event.calendar_id === calendarId);
}

interface Periods {
  available_periods: { start: string; end: string }[];
}

/** As clients do: a request that was refused because a service is starting, or was not answered in time, is sent again. */
async function answered<Body>(request: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  let answer = await request();
  const isTransient = () => answer.status === 503 || answer.status === 504;
  for (let repeats = 1; isTransient() && repeats <= 3; repeats += 1) {
    console.log(`availability: ${answer.status}, sent again (${repeats})`);
    answer = await request();
  }
  return answer;
}

async function offered({ kalends, base }: Scene, { account }: World, application: Application) {
  const body = {
    participants: [{ members: [{ sub: account.sub }], required: 'all' }],
    required_duration: { minutes: 15 },
    query_periods: [{ start: iso(base), end: iso(base + 35 * day) }],
    max_results: 512,
  };
  const url = kalends.url('/v1/availability');
  const request = () => call<Periods>('POST', url, { token: application.client_secret, body });
  const answer = await answered(request);
  if (answer.status !== 200) throw new Error(`availability: ${answer.status} ${answer.text}`);
  return answer.body.available_periods.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
}

/** Compares the provider with the changes made, and read model and availability with the provider. */
export async function verdict(scene: Scene, worlds: readonly World[], application: Application): Promise<Difference> {
  const differences = worlds.map(async (world) => {
    await world.renew();
    const resources = await world.phone.stored();
    const expected = occurrencesOf(resources);
    const free = freeOf(expected, { start: scene.base, end: scene.base + 35 * day });
    return sum([
      atProvider(world, resources),
      compareOccurrences(expected, await shown(scene, world)),
      compareFree(free, await offered(scene, world, application)),
    ]);
  });
  return sum(await Promise.all(differences));
}

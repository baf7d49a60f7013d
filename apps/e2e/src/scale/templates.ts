import type { Google, Person } from '../convergence/google.js';
import { connectInBrowser, type Connected } from '../convergence/journey.js';
import { Random } from '../convergence/random.js';
import { call, type Application, type Kalends } from '../harness/kalends.js';

const day = 86_400_000;
/** Every second account is at Google, the others have built-in calendars. */
export const templates = 20;

/** What each account has: so many calendars, and so many events per calendar. */
export interface Shape {
  calendars: number;
  events: number;
}

export interface Template extends Pick<Connected, 'sub' | 'access_token'> {
  /** At Google; its channel reports to the callback address. */
  person?: Person;
}

interface World {
  kalends: Kalends;
  google: Google;
  application: Application;
  callbackUrl: string;
}

const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const titles = ['Weekly planning', 'Interview', 'Dentist', 'Design review', 'Lunch with Priya', 'Flight to Lisbon'];
const rules = ['FREQ=WEEKLY;COUNT=26', 'FREQ=WEEKLY;INTERVAL=2;COUNT=12', 'FREQ=MONTHLY;COUNT=12'];

interface Planned {
  title: string;
  start: number;
  end: number;
  place: string;
  rule?: string;
}

/** An event on a quarter of an hour of a working day, from two months ago to four months ahead; every fifth recurs. */
function plan(random: Random, index: number, now: number): Planned {
  const start = Math.floor(now / day) * day + (random.below(180) - 60) * day + (32 + random.below(40)) * 900_000;
  const recurs = index % 5 === 0 ? { rule: random.of(rules) } : {};
  return { title: random.of(titles), start, end: start + random.of([2, 4, 6]) * 900_000, place: 'Room 2', ...recurs };
}

const description = 'What was agreed last time, and what is to be settled now.';

function ruleOf(rule: string) {
  const { FREQ, ...rest } = Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]));
  const numbers = { interval: Number(rest.INTERVAL ?? 1), count: Number(rest.COUNT) };
  return { rules: [{ frequency: FREQ!.toLowerCase(), ...numbers }] };
}

const written = ({ title, start, end, place, rule }: Planned, index: number) => ({
  event_id: `scale-${index}`,
  summary: title,
  description,
  location: { description: place },
  start: utc(start),
  end: utc(end),
  ...(rule ? { recurrence: ruleOf(rule) } : {}),
});

const atGoogle = ({ title, start, end, place, rule }: Planned, index: number) => ({
  id: `scale${String(index).padStart(6, '0')}`,
  summary: title,
  description,
  location: place,
  start: { dateTime: utc(start), timeZone: 'UTC' },
  end: { dateTime: utc(end), timeZone: 'UTC' },
  ...(rule ? { recurrence: [`RRULE:${rule}`] } : {}),
});

async function posted<Body>(world: World, token: string, [path, body]: [string, object]): Promise<Body> {
  const answer = await call<Body>('POST', world.kalends.url(path), { token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

async function withBuiltInCalendars(world: World, { calendars }: Shape, planned: Planned[]): Promise<Template> {
  const account = await world.kalends.account(world.application);
  const { access_token } = account;
  const ids = [account.calendar_id];
  const { body } = await world.kalends.get<{ profiles: { profile_id: string }[] }>(access_token, '/v1/profiles');
  const { profile_id } = body.profiles[0]!;
  for (let index = 1; index < calendars; index += 1) {
    const made = { profile_id, name: `Calendar ${index}` };
    const { calendar } = await posted<{ calendar: { calendar_id: string } }>(world, access_token, [
      '/v1/calendars',
      made,
    ]);
    ids.push(calendar.calendar_id);
  }
  const batch = planned.map((one, index) => ({
    method: 'POST',
    relative_url: `/v1/calendars/${ids[index % ids.length]}/events`,
    data: written(one, index),
  }));
  for (let at = 0; at < batch.length; at += 50)
    await posted(world, access_token, ['/v1/batch', { batch: batch.slice(at, at + 50) }]);
  return account;
}

async function withGoogleCalendar(world: World, email: string, planned: Planned[]): Promise<Template> {
  const person = await world.google.person(email);
  await world.google.control('seed', {
    events: planned.map((one, n) => ({ calendar: email, event: atGoogle(one, n) })),
  });
  const { sub, access_token } = await connectInBrowser(world.kalends, world.application, {
    email,
    provider: 'google',
  });
  await posted(world, access_token, ['/v1/channels', { callback_url: world.callbackUrl }]);
  return { sub, access_token, person };
}

/**
 * Creates the accounts that the others are copies of, by the API and at the simulated Google. Seeded: the same `now` gives the same events.
 */
export async function createTemplates(world: World, shape: Shape, now: number): Promise<Template[]> {
  const made: Template[] = [];
  for (let number = 0; number < templates; number += 1) {
    const random = new Random(number + 1);
    const planned = Array.from({ length: shape.calendars * shape.events }, (_, index) => plan(random, index, now));
    const create = () => withGoogleCalendar(world, `person${number}@example.com`, planned);
    made.push(await (number % 2 === 0 ? withBuiltInCalendars(world, shape, planned) : create()));
  }
  return made;
}

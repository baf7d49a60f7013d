import type { FaultyProxy } from './faulty-proxy.js';
import type { Google, Person } from './google.js';
import type { Random } from './random.js';

/** Seconds. A refused client sends fewer requests: faults that lasted for a number of requests would never end. */
const faultSeconds = 3;
const writes = ['POST', 'PATCH', 'PUT', 'DELETE'];

/** Faults between the service and Google, each with the name under which it is counted. */
const faults: [name: string, happen: (google: Google, person: Person, random: Random) => Promise<unknown>][] = [
  ['410', (google, person) => google.control('invalidate-sync-tokens', { calendar: person.email })],
  ['expired token', (google, person) => google.control('expire-tokens', { email: person.email })],
  ['dropped push', (google, _person, random) => google.control('pushes', { drop: 1 + random.below(5) })],
  ['doubled push', (google, _person, random) => google.control('pushes', { double: 1 + random.below(5) })],
  ['slow answers', (google, _person, random) => google.control('latency', { ms: random.below(60) })],
  ['token endpoint 503', (google) => google.control('faults', { path: '/token', times: 1, status: 503 })],
  ['list of calendars 500', (google) => google.control('faults', { path: '/calendarList', times: 1, status: 500 })],
  ['quota 429', (google, person, random) => fail(google, person, random, { status: 429, retryAfter: 1 })],
  [
    'quota 403',
    (google, person, random) =>
      fail(google, person, random, { status: 403, reason: 'userRateLimitExceeded', retryAfter: 1 }),
  ],
  ['500', (google, person, random) => fail(google, person, random, { status: 500 })],
  [
    'lost answer',
    (google, person, random) => fail(google, person, random, { lostAnswer: true, method: random.of(writes) }),
  ],
  ['lost list', (google, person, random) => fail(google, person, random, { lostAnswer: true, method: 'GET' })],
];

/** Fails requests for the person's calendar, by the address that only the service uses. */
function fail(google: Google, { email }: Person, random: Random, fault: object) {
  return google.control('faults', {
    path: `/${encodeURIComponent(email)}/events`,
    times: 1 + random.below(3),
    seconds: faultSeconds,
    ...fault,
  });
}

/** Injects a fault for a person at Google; returns its name. */
export async function injectFaultAtGoogle(google: Google, person: Person, random: Random): Promise<string> {
  const [name, happen] = random.of(faults);
  await happen(google, person, random);
  return name;
}

/** From here on Google answers normally. */
export async function clearFaults(google: Google): Promise<void> {
  await google.control('faults/clear');
  await google.control('pushes', { drop: 0, double: 0 });
}

/** Two requests are answered after the service's timeout (60 s): a write that Google carries out, and a list. */
export async function delayResponses(google: Google, person: Person): Promise<void> {
  const path = `/${encodeURIComponent(person.email)}/events`;
  for (const method of ['POST', 'GET']) await google.control('faults', { path, method, times: 1, delayMs: 75_000 });
}

const dav = { read: ['PROPFIND', 'REPORT', 'GET'], write: ['PUT', 'DELETE'] };

const davFaults: [name: string, fault: { methods: readonly string[]; status?: number; retryAfter?: number }][] = [
  ['CalDAV 503', { methods: [...dav.read, ...dav.write], status: 503, retryAfter: 1 }],
  ['CalDAV 429', { methods: dav.write, status: 429, retryAfter: 1 }],
  ['CalDAV 500', { methods: [...dav.read, ...dav.write], status: 500 }],
  ['CalDAV lost answer', { methods: dav.write }],
  ['CalDAV lost list', { methods: dav.read }],
];

/** Injects a fault between the service and a CalDAV server; returns its name. */
export async function injectFaultAtCaldav(proxy: FaultyProxy, random: Random): Promise<string> {
  const [name, fault] = random.of(davFaults);
  proxy.add({ ...fault, times: 1 + random.below(3), seconds: faultSeconds });
  return name;
}

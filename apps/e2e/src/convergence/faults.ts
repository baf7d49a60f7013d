import type { FaultyProxy, ProxyFault } from './faulty-proxy.js';
import type { Google, Person } from './google.js';
import type { Random } from './random.js';

/** Seconds. A refused client sends fewer requests: faults that lasted for a number of requests would never end. */
const faultSeconds = 3;
/** Longer than a sync keeps its place. */
const slowMs = 5_000;
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
  ['half a list', (google, person, random) => fail(google, person, random, { spoils: 'half', method: 'GET' })],
  ['a page for a list', (google, person, random) => fail(google, person, random, { spoils: 'page', method: 'GET' })],
  ['list after 5 s', (google, person, random) => fail(google, person, random, { delayMs: slowMs, method: 'GET' })],
  ['stray 401', (google, person) => google.control('faults', { path: pathOf(person), times: 1, status: 401 })],
  [
    'half a list of calendars',
    (google) => google.control('faults', { path: '/calendarList', times: 1, spoils: 'half' }),
  ],
];

/** The address of the person's calendar that only the service uses. */
const pathOf = ({ email }: Person) => `/${encodeURIComponent(email)}/events`;

/** Fails requests for the person's calendar. */
function fail(google: Google, person: Person, random: Random, fault: object) {
  return google.control('faults', {
    path: pathOf(person),
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

/** From here on Google and Microsoft answer normally. */
export async function clearFaults(google: Google): Promise<void> {
  await google.control('faults/clear');
  await google.control('pushes', { drop: 0, double: 0 });
  await google.control('microsoft/notifications', { drop: 0, double: 0 });
}

/** Two requests are answered after the service's timeout (60 s): a write that Google carries out, and a list. */
export async function delayResponses(google: Google, person: Person): Promise<void> {
  const path = `/${encodeURIComponent(person.email)}/events`;
  for (const method of ['POST', 'GET']) await google.control('faults', { path, method, times: 1, delayMs: 75_000 });
}

/** Faults between the service and a calendar at Microsoft. */
const graphFaults: [name: string, happen: (at: AtMicrosoft, random: Random) => Promise<unknown>][] = [
  ['Microsoft 410', ({ simulator, calendar }) => simulator.control('invalidate-sync-tokens', { calendar })],
  ['Microsoft expired token', ({ simulator, email }) => simulator.control('expire-tokens', { email })],
  [
    'Microsoft token endpoint 503',
    ({ simulator }) => simulator.control('faults', { path: '/oauth2/v2.0/token', status: 503 }),
  ],
  [
    'Microsoft dropped notification',
    ({ simulator }, random) => simulator.control('microsoft/notifications', { drop: 1 + random.below(5) }),
  ],
  [
    'Microsoft doubled notification',
    ({ simulator }, random) => simulator.control('microsoft/notifications', { double: 1 + random.below(5) }),
  ],
  ['Microsoft 429', (at, random) => failGraph(at, random, { status: 429, retryAfter: 1 })],
  ['Microsoft 503', (at, random) => failGraph(at, random, { status: 503 })],
  ['Microsoft 504', (at, random) => failGraph(at, random, { status: 504 })],
  [
    'Microsoft 412',
    (at, random) => failGraph(at, random, { status: 412, reason: 'ErrorIrresolvableConflict', method: 'PATCH' }),
  ],
  [
    'Microsoft lost answer',
    (at, random) => failGraph(at, random, { lostAnswer: true, method: random.of(['POST', 'PATCH', 'DELETE']) }),
  ],
  ['Microsoft lost list', (at, random) => failGraph(at, random, { lostAnswer: true, method: 'GET' })],
  ['Microsoft half a list', (at, random) => failGraph(at, random, { spoils: 'half', method: 'GET' })],
  ['Microsoft a page for a list', (at, random) => failGraph(at, random, { spoils: 'page', method: 'GET' })],
  ['Microsoft list after 5 s', (at, random) => failGraph(at, random, { delayMs: slowMs, method: 'GET' })],
  ['Microsoft stray 401', (at, random) => failGraph(at, random, { status: 401, times: 1 })],
];

interface AtMicrosoft {
  simulator: Google;
  email: string;
  /** The calendar's id. */
  calendar: string;
}

/** Fails requests for the calendar, by the address that only the service uses. */
const failGraph = ({ simulator, calendar }: AtMicrosoft, random: Random, fault: object) =>
  simulator.control('faults', {
    path: `/me/calendars/${encodeURIComponent(calendar)}/`,
    times: 1 + random.below(3),
    seconds: faultSeconds,
    ...fault,
  });

/** Injects a fault between the service and a calendar at Microsoft; returns its name. */
export async function injectFaultAtMicrosoft(at: AtMicrosoft, random: Random): Promise<string> {
  const [name, happen] = random.of(graphFaults);
  await happen(at, random);
  return name;
}

const dav = { read: ['PROPFIND', 'REPORT', 'GET'], write: ['PUT', 'DELETE'] };

const davFaults: [name: string, fault: Omit<ProxyFault, 'times' | 'seconds'> & { times?: number }][] = [
  ['CalDAV 503', { methods: [...dav.read, ...dav.write], status: 503, retryAfter: 1 }],
  ['CalDAV 429', { methods: dav.write, status: 429, retryAfter: 1 }],
  ['CalDAV 500', { methods: [...dav.read, ...dav.write], status: 500 }],
  ['CalDAV lost answer', { methods: dav.write }],
  ['CalDAV lost list', { methods: dav.read }],
  ['CalDAV half an answer', { methods: dav.read, spoils: 'half' }],
  ['CalDAV a page for an answer', { methods: dav.read, spoils: 'page' }],
  ['CalDAV answer after 5 s', { methods: dav.read, delayMs: slowMs }],
  ['CalDAV report 500', { methods: ['REPORT'], status: 500 }],
  ['CalDAV member 403', { methods: ['GET'], status: 403 }],
  ['CalDAV report 404', { methods: ['REPORT'], status: 404 }],
  ['CalDAV 412', { methods: ['PUT', 'DELETE'], status: 412 }],
  ['CalDAV stray 401', { methods: dav.read, status: 401, times: 1 }],
];

/** Injects a fault between the service and a CalDAV server; returns its name. */
export async function injectFaultAtCaldav(proxy: FaultyProxy, random: Random): Promise<string> {
  const [name, fault] = random.of(davFaults);
  proxy.add({ times: 1 + random.below(3), ...fault, seconds: faultSeconds });
  return name;
}

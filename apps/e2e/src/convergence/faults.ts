import type { Google, Person } from './google.js';
import type { Random } from './random.js';

const writes = ['POST', 'PATCH', 'PUT', 'DELETE'];

/** What can go wrong between the service and Google, each with the name it is counted under. */
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

/** Of the requests for the person's calendar, by the address that only the service uses. */
function fail(google: Google, { email }: Person, random: Random, fault: object) {
  return google.control('faults', {
    path: `/${encodeURIComponent(email)}/events`,
    times: 1 + random.below(3),
    ...fault,
  });
}

/** Has something go wrong; answers its name. */
export async function misfortune(google: Google, person: Person, random: Random): Promise<string> {
  const [name, happen] = random.of(faults);
  await happen(google, person, random);
  return name;
}

/** From here on Google answers as it should. */
export async function calm(google: Google): Promise<void> {
  await google.control('faults/clear');
  await google.control('pushes', { drop: 0, double: 0 });
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../harness/random.js';
import type { FuzzContext } from './actors.js';
import { largeBody } from './large-bodies.js';
import { operationsOf, type Operation } from './requests.js';
import { sendFrom, type Sent } from './send.js';

const address = '127.0.0.4';
/** Requests at once: as many as read a large page at once. */
const connections = 6;

interface Tenant {
  /** Its user, and others of the same application. */
  subs: string[];
  calendar_id: string;
  access_token: string;
  client_secret: string;
}
type Attack = (random: Random, tenant: Tenant, operations: readonly Operation[]) => { path: string } & Sent;

const many = <T>(count: number, one: (index: number) => T) => Array.from({ length: count }, (_, index) => one(index));
const period = { start: '2026-12-01T08:00:00Z', end: '2026-12-31T18:00:00Z' };

const wideEvent = (random: Random, attendees = 200, text = 4_000) => ({
  event_id: `w${random.int(500)}`,
  summary: 's'.repeat(200),
  description: '\u{1f600}'.repeat(random.int(text)),
  start: '2026-12-01T10:00:00Z',
  end: '2026-12-01T11:00:00Z',
  attendees: {
    invite: many(attendees, (n) => ({
      email: `person${n}@${'a'.repeat(60)}.example.com`,
      display_name: 'n'.repeat(100),
    })),
  },
});

const post = (path: string, token: string, body: unknown, headers?: Record<string, string>) => ({
  ...{ method: 'POST', path, token, headers },
  raw: JSON.stringify(body),
});
const get = (path: string, token: string) => ({ method: 'GET', path, token });

const upsert: Attack = (random, { calendar_id, access_token }) =>
  post(`/v1/calendars/${calendar_id}/events`, access_token, wideEvent(random), {
    'idempotency-key': `k${random.int(10_000)}`,
  });
const read: Attack = (_, { access_token }) =>
  get('/v1/events?tzid=Etc/UTC&from=2026-11-01&to=2027-01-01', access_token);

/** What is valid and as expensive as its bounds allow. */
const attacks: Attack[] = [
  ...[upsert, upsert, upsert, upsert, read, read],
  (random, { access_token, calendar_id }) =>
    post('/v1/channels', access_token, {
      callback_url: `http://127.0.0.1:9/${random.int(1_000)}`,
      filters: { calendar_ids: many(500, () => calendar_id) },
    }),
  (_, { access_token }) => get('/v1/channels', access_token),
  (random, { access_token, calendar_id }) => ({
    ...{ method: 'DELETE', path: '/v1/events', token: access_token },
    raw: JSON.stringify({ calendar_ids: random.chance(0.1) ? [calendar_id] : many(500, (n) => `cal_${n}`) }),
  }),
  (random, { subs, client_secret }) =>
    post('/v1/availability', client_secret, {
      participants: many(1 + random.int(5), () => ({ members: subs.map((sub) => ({ sub })), required: 'all' })),
      required_duration: { minutes: 1 },
      query_periods: [period],
      response_format: random.pick(['periods', 'slots']),
    }),
  (random, { access_token, calendar_id }) =>
    post('/v1/batch', access_token, {
      batch: many(50, () => ({
        method: 'POST',
        relative_url: `/v1/calendars/${calendar_id}/events`,
        data: wideEvent(random, 20, 1_000),
      })),
    }),
  (random, { client_secret }) =>
    post('/v1/smart_invites', client_secret, {
      smart_invite_id: `i${random.int(200)}`,
      callback_url: 'http://127.0.0.1:9/',
      recipients: many(100, (n) => ({ email: `person${n}@example.com` })),
      event: { summary: 'x'.repeat(1_000), tzid: 'Etc/UTC', ...period },
    }),
  (random, { access_token, client_secret }, operations) => {
    const { method, path } = random.pick(operations);
    const token = random.pick([access_token, client_secret]);
    const members = ['calendar_ids', 'participants', 'query_periods', 'attendees', 'batch', 'recipients'];
    return { method, path: path.replaceAll(/\{\w+\}/g, 'x'), token, raw: largeBody(random, members) };
  },
];

/** An application at the default limits, whose tokens are valid. */
async function newTenant({ kalends }: FuzzContext): Promise<Tenant> {
  const { application, ...account } = await kalends.user();
  const others = await Promise.all(many(4, () => kalends.account(application)));
  const limits = { rate_limit_per_second: 50, rate_limit_per_minute: 500 };
  await kalends.admin('PATCH', `/applications/${application.client_id}`, limits);
  const subs = [account, ...others].map(({ sub }) => sub);
  return { ...account, subs, client_secret: application.client_secret };
}

/** A tenant with valid credentials who wants to hurt the others, within the default limits of requests. */
export async function hurtOthers(context: FuzzContext): Promise<void> {
  const { kalends, random, findings, sent, count, hasEnded } = context;
  const operations = operationsOf(await kalends.documents()).filter(({ method }) => method !== 'GET');
  const tenant = await newTenant(context);
  const one = async () => {
    const { path, ...request } = random.pick(attacks)(random, tenant, operations);
    let answer = await sendFrom(address, kalends.url(path), request);
    // or 503, while its earlier answers wait (HTTP-33)
    const isToWait = () => answer.status === 429 || (answer.status === 503 && answer.text.includes('earlier answers'));
    while (isToWait() && !hasEnded()) {
      await pause(250);
      answer = await sendFrom(address, kalends.url(path), request);
    }
    sent.http += 1;
    if (answer.status >= 500 && answer.status !== 599)
      findings.serverErrors.push(`${answer.status} ${answer.text.slice(0, 200)} <- tenant ${request.method} ${path}`);
  };
  for (let done = 0; done < count && !hasEnded(); done += connections) await Promise.all(many(connections, one));
}

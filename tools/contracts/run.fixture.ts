import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { topics } from '@kalends/contracts';
import { MessagingClient, type Transport } from '@kalends/messaging';
import { channelToken } from '@kalends/security';
import { createLogger, loadConfig } from '@kalends/service-runtime';
import { freePort, missingForRadicale, startRadicale, waitUntil } from '@kalends/testing';
import { vi } from 'vitest';
import { allInOneSettings } from '../../apps/all-in-one/src/config.js';
import { startAllInOne } from '../../apps/all-in-one/src/start.js';
import { sendReply } from '../k8s/reply-mail.fixture.js';

type Json = Record<string, unknown>;

/** A message that a service has sent, or a request with its reply. */
export interface Sent {
  topic: string;
  body: unknown;
  reply?: unknown;
}

const adminKey = 'admin-key-of-a-run';
const encryptionKey = '22'.repeat(32);

/** Calls the API; throws for a 5xx response. */
const caller = (url: string) => async (method: string, path: string, token: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text.startsWith('{') ? JSON.parse(text) : {}) as Json;
};
type Call = ReturnType<typeof caller>;

const day = '2026-12-02';
const at = (time: string) => `${day}T${time}:00Z`;
const event = (event_id: string) => ({ event_id, summary: event_id, start: at('09:00'), end: at('10:00') });

interface User {
  call: Call;
  secret: string;
  client: string;
  sub: string;
  token: string;
  calendar: string;
}

async function useCalendars({ call, sub, token, calendar, secret }: User): Promise<void> {
  const events = `/v1/calendars/${calendar}/events`;
  for (const id of ['one', 'two']) await call('POST', events, token, event(id));
  await call('DELETE', events, token, { event_id: 'two' });
  const { profiles } = await call('GET', '/v1/profiles', token);
  const [{ profile_id }] = profiles as [{ profile_id: string }];
  await call('POST', '/v1/calendars', token, { profile_id, name: 'Holidays' });
  const caldav = { provider_name: 'caldav', url: 'http://127.0.0.1:9/', username: 'ada', password: 'secret' };
  await call('POST', `/admin/v1/accounts/${sub}/profiles`, adminKey, caldav);
  const channel = { callback_url: 'http://127.0.0.1:9/changes' };
  const { channel: opened } = await call('POST', '/v1/channels', token, channel);
  await call('GET', '/v1/channels', token);
  await call('DELETE', `/v1/channels/${(opened as { channel_id: string }).channel_id}`, token);
  await call('GET', '/v1/callbacks', secret);
}

/** A visitor of a booking link who reports that no time fits. */
async function visitLink({ call, sub, secret }: User, url: string): Promise<void> {
  const link = await call('POST', '/v1/real_time_scheduling', secret, {
    oauth: { redirect_uri: 'http://127.0.0.1:9/done' },
    event: { event_id: 'visit', summary: 'Visit' },
    availability: {
      participants: [{ members: [{ sub }] }],
      required_duration: { minutes: 30 },
      query_periods: [{ start: at('09:00'), end: at('17:00') }],
    },
    callback_urls: {
      no_times_suitable_url: 'http://127.0.0.1:9/none',
      no_times_displayed_url: 'http://127.0.0.1:9/none',
    },
  });
  const page = `${url}${new URL(link.url as string).pathname}`;
  const text = await (await fetch(page)).text();
  const [, nonce = ''] = /name="nonce" value="([^"]+)"/.exec(text) ?? [];
  const [action = ''] = /none_(suitable|displayed)/.exec(text) ?? [];
  const form = new URLSearchParams({ nonce, action, tzid: 'Etc/UTC' });
  const { status } = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  if (status !== 303) throw new Error(`the page answered ${status}`);
}

/** Notifications as Google and Microsoft send them, for one of our channels each. */
async function notify(url: string): Promise<void> {
  const id = 'gch_1';
  const keys = [Buffer.from(encryptionKey, 'hex')];
  const token = channelToken(keys, 'google', id);
  const headers = { 'x-goog-channel-id': id, 'x-goog-channel-token': token, 'x-goog-resource-state': 'exists' };
  const { status } = await fetch(`${url}/v1/provider_notifications/google`, { method: 'POST', headers });
  if (status !== 200) throw new Error(`notification: ${status}`);
  const value = [{ clientState: `${id}.${channelToken(keys, 'microsoft', id)}`, changeType: 'updated' }];
  const answer = await fetch(`${url}/v1/provider_notifications/microsoft`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value }),
  });
  if (answer.status !== 202) throw new Error(`notification of Microsoft: ${answer.status}`);
}

/** Connects a calendar at a provider, if there is one, creates another calendar there, and requests rooms. */
async function connect({ call, sub, token }: User): Promise<void> {
  if (missingForRadicale()) return;
  const radicale = await startRadicale();
  try {
    const caldav = { provider_name: 'caldav', url: radicale.url, username: 'ada', password: 'secret' };
    const { profile_id } = await call('POST', `/admin/v1/accounts/${sub}/profiles`, adminKey, caldav);
    const isKnown = async () => JSON.stringify(await call('GET', '/v1/profiles', token)).includes(String(profile_id));
    await waitUntil(isKnown, { what: 'the profile to be known', timeout: 60_000 });
    await call('POST', '/v1/calendars', token, { profile_id, name: 'Holidays' });
    await call('GET', '/v1/resources', token);
  } finally {
    await radicale.stop();
  }
}

async function meet({ call, sub, token, calendar, secret }: User): Promise<void> {
  const participants = [{ members: [{ sub }], required: 'all' }];
  const meeting = { participants, required_duration: { minutes: 60 } };
  const query_periods = [{ start: at('08:00'), end: at('18:00') }];
  await call('POST', '/v1/availability', secret, { ...meeting, query_periods });
  await call('POST', '/v1/availability', secret, { ...meeting, query_periods, explain: true });
  const sequence = [{ ...meeting, sequence_id: 'a' }];
  await call('POST', '/v1/sequenced_availability', secret, { sequence, query_periods });
  const weekly_periods = [{ day: 'monday', start_time: '09:30', end_time: '16:30' }];
  const bookable = '/v1/bookable_events';
  await call('POST', bookable, secret, {
    bookable_event_id: 'yoga',
    ...query_periods[0],
    registration: { capacity: 1 },
  });
  for (const registration_id of ['a', 'b'])
    await call('POST', `${bookable}/yoga/registrations`, secret, {
      ...{ registration_id, status: 'accepted' },
      metadata: { language: 'de' },
    });
  await call('DELETE', `${bookable}/yoga/registrations/a`, secret);
  await call('GET', `${bookable}/yoga`, secret);
  await call('POST', '/v1/availability', secret, { bookable_events: [{ bookable_event_id: 'yoga' }] });

  const rules = '/v1/availability_rules';
  await call('POST', rules, token, { availability_rule_id: 'work', tzid: 'Etc/UTC', weekly_periods });
  for (const path of [rules, `${rules}/work`, `${rules}/none`]) await call('GET', path, token);
  await call('DELETE', `${rules}/work`, token, {});
  const counting = `/v1/calendars/${calendar}/availability`;
  for (const events_count_as of ['busy', 'shown']) await call('POST', counting, token, { events_count_as });
  await call('GET', counting, token);
  const periods = '/v1/available_periods';
  const period = { available_period_id: 'p', start: at('09:00'), end: at('10:00') };
  await call('POST', periods, token, period);
  await call('GET', `${periods}?tzid=Etc/UTC`, token);
  await call('DELETE', periods, token, { available_period_id: 'p' });
  const hold = { members: [{ sub }], start: at('12:00'), end: at('13:00') };
  for (const hold_id of ['h1', 'h1', 'h2']) await call('POST', '/v1/holds', secret, { ...hold, hold_id });
  await call('POST', '/v1/holds/h1/confirm', secret, {
    calendar_id: calendar,
    event: { ...event('held'), start: at('12:00'), end: at('13:00') },
  });
  await call('POST', '/v1/holds/none/confirm', secret, { calendar_id: calendar, event: event('held') });
  await call('DELETE', '/v1/holds/h1', secret);
}

async function invite({ call, client, secret }: User, smtpPort: number): Promise<void> {
  const smart_invite_id = 'meeting';
  const { attachments } = await call('POST', '/v1/smart_invites', secret, {
    method: 'request',
    smart_invite_id,
    callback_url: 'http://127.0.0.1:9/replies',
    recipient: { email: 'ann@example.com' },
    event: { summary: 'Planning', tzid: 'Etc/UTC', start: at('09:00'), end: at('10:00') },
  });
  await sendReply(smtpPort, (attachments as { icalendar: string }).icalendar);
  const query = `smart_invite_id=${smart_invite_id}&recipient_email=ann@example.com`;
  await waitUntil(
    async () => JSON.stringify(await call('GET', `/v1/smart_invites?${query}`, secret)).includes('accepted'),
    { what: 'the reply to be recorded', timeout: 60_000 },
  );
  await call('GET', '/admin/v1/unmatched_mail', adminKey);
  await call('GET', '/admin/v1/dead_letters', adminKey);
  await call('GET', '/admin/v1/activity', adminKey);
  await call('GET', `/admin/v1/applications/${client}/smart_invites/${smart_invite_id}`, adminKey);
  const recipient = { email: 'ann@example.com' };
  await call('POST', '/v1/smart_invites', secret, { method: 'cancel', smart_invite_id, recipient });
  await call('POST', '/v1/smart_invites', secret, { method: 'cancel', smart_invite_id: 'none', recipient });
}

async function leave({ call, client, secret, sub, token }: User): Promise<void> {
  const { profiles } = await call('GET', '/v1/profiles', token);
  const [{ profile_id }] = profiles as [{ profile_id: string }];
  await call('GET', `/admin/v1/accounts/${sub}`, adminKey);
  await call('POST', `/v1/profiles/${profile_id}/revoke`, token, {});
  await call('POST', '/oauth/token/revoke', token, { client_id: client, client_secret: secret, token });
  await call('DELETE', `/admin/v1/accounts/${sub}`, adminKey);
  await call('DELETE', `/admin/v1/applications/${client}`, adminKey);
}

/** All messages in topics now. */
async function published(transport: Transport): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const topic of topics.filter(({ reply }) => !reply)) {
    const to = await transport.ends(topic.name);
    await transport.replay(topic, {
      to,
      handle: async (batch) => void sent.push(...batch.map(({ body }) => ({ topic: topic.name, body }))),
    });
  }
  return sent;
}

/** Requests and their replies, from now on. */
function watchRequests(sent: Sent[]): void {
  const { request } = MessagingClient.prototype;
  vi.spyOn(MessagingClient.prototype, 'request').mockImplementation(async function (this: MessagingClient, ...args) {
    const reply = await request.apply(this, args);
    sent.push({ topic: args[0].name, body: args[1], reply });
    return reply;
  });
}

/** Runs all services, calls the API as an application does, and returns what the services have sent to one another. */
export async function runAndRecord(): Promise<Sent[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-run-'));
  const smtpPort = await freePort();
  const loaded = loadConfig(allInOneSettings, {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SMTP_PORT: String(smtpPort),
    ADMIN_KEY: adminKey,
    ENCRYPTION_KEY: encryptionKey,
    ALLOW_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
  });
  if (!loaded.ok) throw new Error(loaded.problems.join('; '));
  const requests: Sent[] = [];
  watchRequests(requests);
  const running = await startAllInOne(loaded.config, createLogger({ service: 'run', level: 'silent' }));
  try {
    const call = caller(running.url);
    const application = { name: 'A', redirect_uris: ['http://127.0.0.1:9/'] };
    const { client_id, client_secret } = await call('POST', '/admin/v1/applications', adminKey, application);
    const client = client_id as string;
    const person = { email: 'ada@example.com', name: 'Ada' };
    const created = await call('POST', `/admin/v1/applications/${client}/accounts`, adminKey, person);
    const { sub, access_token: token, calendar_id: calendar } = created as Record<string, string>;
    const user: User = { call, secret: client_secret as string, client, sub: sub!, token: token!, calendar: calendar! };
    await running.transport.drained();
    await notify(running.url);
    await useCalendars(user);
    await running.transport.drained();
    // the log of messages that everybody has read is trimmed each minute
    const early = await published(running.transport);
    await connect(user);
    await running.transport.drained();
    early.push(...(await published(running.transport)));
    await meet(user);
    await visitLink(user, running.url);
    await invite(user, smtpPort);
    const before = await published(running.transport);
    await leave(user);
    await running.transport.drained();
    return [...early, ...before, ...(await published(running.transport)), ...requests];
  } finally {
    for (const { close } of running.steps) await close();
    vi.restoreAllMocks();
    await rm(dataDir, { recursive: true, force: true });
  }
}

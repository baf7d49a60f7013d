// @module-tag long
import { randomBytes } from 'node:crypto';
import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startCallbackReceiver, type CallbackReceiver } from './harness/callback-receiver.js';
import { startDistributed, startEmbedded, type Running } from './harness/deployment.js';
import { call, e2e, Kalends } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';
import { mailOf, readInvite } from './harness/reply-mail.js';
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from './harness/trace-receiver.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
// by URL: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../tools/kafka/kafka.mjs', import.meta.url).href;
const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** The trace context of a caller that is itself traced. */
const newCaller = () => ({ traceId: hex(16), spanId: hex(8) });
type Caller = ReturnType<typeof newCaller>;

interface Calendars {
  calendars: { calendar_id: string; provider_name: string }[];
}

const post = (url: string, token: string, caller: Caller, body: string, type: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
    },
    body,
  });

/** The names from a span up to the caller, with their services; each parent must have been received. */
function pathOf(spans: readonly ReceivedSpan[], caller: Caller, span: ReceivedSpan): string[] {
  const path: string[] = [];
  for (let at: ReceivedSpan | undefined = span; at; at = spans.find(({ spanId }) => spanId === at?.parentSpanId)) {
    path.unshift(`${at.service.replace('kalends-', '')}: ${at.name}`);
    if (at.parentSpanId === caller.spanId) return path;
  }
  throw new Error(`no path from ${path.join(' > ')} to the caller`);
}

e2e('traces', (_) => {
  let collector: TraceReceiver;
  let application: CallbackReceiver;
  let running: Running;
  let kalends: Kalends;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    if ('skip' in provided) return;
    collector = await startTraceReceiver();
    ends.push(() => collector.stop());
    application = await startCallbackReceiver();
    ends.push(() => application.stop());
    const extra = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    if (transport === 'embedded') running = await startEmbedded(extra);
    else {
      const { startKafka } = (await import(/* @vite-ignore */ kafkaTool)) as {
        startKafka(): Promise<{ brokers: string; stop(): Promise<void> }>;
      };
      const kafka = await startKafka();
      ends.push(() => kafka.stop());
      running = await startDistributed(kafka.brokers, extra);
    }
    ends.push(() => running.stop());
    kalends = new Kalends(running.deployment);
  }, 300_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** The spans of a trace once they are complete, with the path to each. */
  async function traceOf(caller: Caller, expected: readonly string[]) {
    const paths = () => collector.of(caller.traceId).map((span, _, all) => pathOf(all, caller, span).join(' > '));
    await waitUntil(() => expected.every((path) => paths().includes(path)), { timeout: 60_000 }).catch(() => undefined);
    const missing = expected.filter((path) => !paths().includes(path));
    const spans = collector
      .of(caller.traceId)
      .map((span) => `${span.parentSpanId} > ${span.spanId} ${span.service} ${span.name}`);
    expect(missing, `of these spans:\n${spans.sort().join('\n')}`).toEqual([]);
    return paths();
  }

  it('given a submitted reply, when its callback has arrived, then all of it is one trace', async () => {
    const { client_secret: token } = await kalends.application();
    const body = {
      smart_invite_id: 'board',
      callback_url: application.url,
      recipient: { email: 'planted.person@example.com' },
      event: { summary: 'Planted summary', description: '', start: '2027-01-12T10:00:00Z', end: '2027-01-12T11:00:00Z', tzid: 'Europe/London' }, // prettier-ignore
    };
    const made = await call<{ attachments: { icalendar: string } }>('POST', kalends.url('/v1/smart_invites'), { token, body }); // prettier-ignore
    const reply = { from: 'planted.person@example.com', partstat: 'ACCEPTED' as const, comment: 'Planted comment', at: Date.now() }; // prettier-ignore
    const mail = mailOf({ ...readInvite(made.body.attachments.icalendar), ...reply });
    const caller = newCaller();
    const answer = await post(kalends.url('/v1/smart_invites/replies'), token, caller, mail, 'message/rfc822');
    expect(answer.status).toBe(202);
    await waitUntil(() => application.calls.length === 1, { timeout: 60_000 });

    const request = 'gateway: POST /v1/smart_invites/replies';
    const requested = `${request} > gateway: request gateway.query.smart-invite.v1 > invites: process gateway.query.smart-invite.v1`;
    const notified = `${requested} > notifier: process invites.event.reply-recorded.v1`;
    const paths = await traceOf(caller, [
      request,
      requested,
      `${requested} > invites: send invites.event.reply-recorded.v1`,
      notified,
      `${notified} > notifier: sql enqueue-callbacks`,
      `${notified} > notifier: deliver callback > notifier: POST`,
    ]);
    for (const part of [request, requested, notified]) expect(paths.some((path) => path.startsWith(`${part} > `) && path.includes(': sql '))).toBe(true); // prettier-ignore
    expect(application.calls[0]!.headers).not.toHaveProperty('traceparent');
    const delivered = collector.of(caller.traceId).find(({ name }) => name === 'POST')!;
    expect(delivered.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    });
    for (const secret of [token, 'planted', 'Planted', application.url, '/callback', 'BEGIN:VCALENDAR', 'cbk_'])
      expect(collector.text()).not.toContain(secret);
  });

  it('given a page with an element token, when traced, then its address is in no span (ELT-10)', async () => {
    const user = await kalends.user();
    const origin = 'https://app.example';
    const body = { permissions: ['managed_availability'], subs: [user.sub], origin };
    const made = await call<{ element_token: { token: string } }>('POST', kalends.url('/v1/element_tokens'), { token: user.application.client_secret, body }); // prettier-ignore
    const { token: et } = made.body.element_token;
    const caller = newCaller();
    const headers = { origin, traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
    expect((await fetch(kalends.url(`/v1/availability_rules?et=${et}`), { headers })).status).toBe(200);
    const request = 'gateway: GET /v1/availability_rules';
    await traceOf(caller, [request, `${request} > gateway: request gateway.query.managed-availability.v1`]);
    for (const hidden of [et, et.slice(-40), 'et=']) expect(collector.text()).not.toContain(hidden);
  });

  it('given an upsert, when every service has handled it, then all of it is one trace', async () => {
    const user = await kalends.user();
    const path = `/v1/calendars/${user.calendar_id}/events`;
    const event = { event_id: 'traced', summary: 'Planted summary', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' }; // prettier-ignore
    const caller = newCaller();
    const answer = await post(kalends.url(path), user.access_token, caller, JSON.stringify(event), 'application/json');
    expect(answer.status).toBe(202);

    const request = 'gateway: POST /v1/calendars/:calendarId/events';
    const commanded = `${request} > calendar-sync: process gateway.command.calendar.v1`;
    const state = 'process calendar-sync.event.calendar-state.v1';
    const paths = await traceOf(caller, [
      request,
      `${request} > gateway: send gateway.command.calendar.v1`,
      commanded,
      `${commanded} > calendar-sync: send calendar-sync.event.calendar-state.v1`,
      ...['gateway', 'availability', 'notifier'].map((service) => `${commanded} > ${service}: ${state}`),
    ]);
    for (const part of [request, commanded]) expect(paths.some((one) => one.startsWith(`${part} > `) && one.includes(': sql '))).toBe(true); // prettier-ignore
    for (const secret of [
      user.access_token,
      user.refresh_token,
      'Planted',
      user.calendar_id,
      user.sub,
      'ada@example.com',
    ])
      expect(collector.text()).not.toContain(secret);
  });

  describe('at a CalDAV server', () => {
    let radicale: Radicale;
    beforeEach(async (context) => {
      const missing = missingForRadicale();
      if (missing) return skipFor(context, missing);
      radicale = await startRadicale({ users: { ada: 'app-password' } });
      await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'home');
      return () => radicale.stop();
    });

    it('given an upsert, when the server has it, then that is in the same trace', async () => {
      const user = await kalends.user();
      const credentials = { provider_name: 'caldav', url: radicale.url, username: 'ada', password: 'app-password' };
      await kalends.admin('POST', `/accounts/${user.sub}/profiles`, credentials);
      const calendar_id = await waitUntil(async () => {
        const { body } = await kalends.get<Calendars>(user.access_token, '/v1/calendars');
        return body.calendars.find(({ provider_name }) => provider_name === 'caldav')?.calendar_id;
      });
      const event = { event_id: 'traced', summary: 'Planted', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' }; // prettier-ignore
      const caller = newCaller();
      const url = kalends.url(`/v1/calendars/${calendar_id}/events`);
      const answer = await post(url, user.access_token, caller, JSON.stringify(event), 'application/json');
      expect(answer.status).toBe(202);
      const request = 'gateway: POST /v1/calendars/:calendarId/events';
      const carried = `${request} > calendar-sync: process gateway.command.calendar.v1 > calendar-sync: write to provider`;
      const paths = await traceOf(caller, [carried, `${carried} > calendar-sync: PUT`]);
      expect(paths.some((one) => one.startsWith(`${carried} > `) && one.includes(': sql '))).toBe(true);
      expect(collector.text()).not.toContain('app-password');
    });
  });
});

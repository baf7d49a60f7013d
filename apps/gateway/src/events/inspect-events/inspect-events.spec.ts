import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerWritesQuery, type ProviderWritesQuery, type ProviderWritesReply } from '@kalends/contracts';
import { BrokerUnavailable } from '@kalends/messaging';
import { startWithAccount } from '../../accounts/operated-account.fixture.js';
import { apply, calendarOf, eventOf, profileOf } from '../../read-model/gateway-database.fixture.js';

describe('events of an account for operators', () => {
  let setup: Awaited<ReturnType<typeof startWithAccount>>;
  const nothing: ProviderWritesReply = { waiting: [], total: 0, written: null };
  let reply: (query: ProviderWritesQuery) => ProviderWritesReply | BrokerUnavailable = () => nothing;
  beforeAll(async () => {
    setup = await startWithAccount({ [providerWritesQuery.name]: (_topic, body) => reply(body) as never });
  });
  beforeEach(() => void (reply = () => nothing));
  afterAll(() => setup.gateway.stop());

  it('given an accepted write, then it is counted until it is synced, and its event is pending, without its title', async () => {
    const event = { event_id: 'one', summary: 'Secret', start: '2026-11-30T09:00:00Z', end: '2026-11-30T10:00:00Z' };
    await setup.gateway.call('POST', `/v1/calendars/${setup.account.calendar_id}/events`, {
      token: setup.account.access_token,
      body: event,
    });
    expect((await setup.details()).pending_writes).toBe(1);
    const events = `/admin/v1/accounts/${setup.account.sub}/events`;
    const week = `${events}?from=2026-11-30T00:00:00Z&to=2026-12-07T00:00:00Z`;
    const { body } = await setup.call('GET', week);
    const { events: found } = body as { events: { event_uid: string }[] };
    expect(found).toMatchObject([
      {
        start: '2026-11-30T09:00:00Z',
        end: '2026-11-30T10:00:00Z',
        origin: 'application',
        state: 'pending',
        summary: null,
      },
    ]);
    const one = await setup.call('GET', `${events}/${setup.account.calendar_id}/${found[0]!.event_uid}`);
    expect(one.body).toMatchObject({
      event: { event_id: 'one', state: 'pending', command: 0, pending_command: expect.any(Number) as number },
      steps: [{ what: 'accepted', by: 'application' }, { what: 'waits' }],
    });
  });

  /** Writes an event with a request id; its name for operators, and the number of the write. */
  async function written(eventId: string, requestId: string) {
    const { sub, calendar_id, access_token: token } = setup.account;
    const body = { event_id: eventId, summary: 'x', start: '2026-12-15T09:00:00Z', end: '2026-12-15T10:00:00Z' };
    const headers = { 'x-request-id': requestId };
    await setup.gateway.call('POST', `/v1/calendars/${calendar_id}/events`, { token, body, headers });
    const sql = 'SELECT event_uid, command::int FROM pending_write WHERE event_id = $1';
    const { rows } = await setup.gateway.database.pool.query<{ event_uid: string; command: number }>(sql, [eventId]);
    const show = async () =>
      (await setup.call('GET', `/admin/v1/accounts/${sub}/events/${calendar_id}/${rows[0]!.event_uid}`)).body as {
        event: { state: string; refused_write?: { advice: string } };
        steps: { what: string; at: string; began_at: string; advice: string | null }[];
      };
    /** As after calendar-sync's record. */
    const acknowledge = async (record: object = {}) => {
      const { event_uid, command } = rows[0]!;
      const { pool } = setup.gateway.database;
      await pool.query(
        `INSERT INTO event_state (calendar_id, event_uid, account_id, event_id, revision, command, deleted, recurring, record)
         VALUES ($1, $2, $3, $4, 1, $5, true, false, $6)`,
        [calendar_id, event_uid, sub, eventId, command, JSON.stringify(record)],
      );
      await pool.query('DELETE FROM pending_write WHERE event_uid = $1', [event_uid]);
    };
    return { ...rows[0]!, show, acknowledge };
  }

  it('given an event whose calendar was deleted at its provider, then its last step is that, with what to do (ADM-36)', async () => {
    const { sub } = setup.account;
    const { pool } = setup.gateway.database;
    const deletedAt = Date.parse('2026-11-20T08:00:00Z');
    const calendar = { ...calendarOf(sub, 'cal_deleted'), calendar_name: 'Rota' };
    const event = eventOf(sub, 'cal_deleted', 'evt_of_it');
    await apply(pool, sub, [profileOf(sub), calendar, event]);
    const show = async () => (await setup.call('GET', `/admin/v1/accounts/${sub}/events/cal_deleted/evt_of_it`)).body;
    expect(await show()).toMatchObject({ event: { deleted: false, calendar_deleted_at: null } });
    await apply(pool, sub, [
      { ...event, deleted: true, revision: deletedAt },
      { ...calendar, deleted: true, revision: deletedAt + 1 },
    ]);
    expect(await show()).toMatchObject({
      event: { deleted: true, calendar_deleted_at: '2026-11-20T08:00:00Z' },
      steps: [
        {
          what: 'calendar deleted',
          by: 'others',
          at: '2026-11-20T08:00:00.001Z',
          detail: expect.stringContaining('deleted at its provider') as string,
          advice: expect.stringContaining('restores it at the provider') as string,
        },
      ],
    });
  });

  it('given a write that its provider has confirmed, then its life is shown from the request on, with the request’s id (ADM-30)', async () => {
    const { event_uid, command, show, acknowledge } = await written('two', 'req-of-two');
    await acknowledge();
    const at = Date.now() + 2_500;
    reply = ({ event }) => ({
      ...nothing,
      written: event?.event_uid === event_uid ? { command, at, attempts: 2 } : null,
    });
    const { steps } = await show();
    expect(steps).toMatchObject([
      { what: 'accepted', by: 'application', command, request_id: 'req-of-two', advice: null },
      { what: 'written', by: 'kalends', command, detail: `Its provider has write ${command}, after 2 attempts.` },
    ]);
    expect(Date.parse(steps[1]!.at)).toBe(at);
    expect(Date.parse(steps[1]!.began_at)).toBe(Date.parse(steps[0]!.at));
    expect(Date.parse(steps[0]!.began_at)).toBeLessThanOrEqual(Date.parse(steps[0]!.at));
  });

  it('given a write that its provider has not confirmed, then the event is pending, with the provider’s words and the next attempt (ADM-30)', async () => {
    const { event_uid, command, show, acknowledge } = await written('three', 'req-of-three');
    await acknowledge();
    const { calendar_id } = setup.account;
    const next_attempt_at = Date.now() + 60_000;
    const waits = {
      calendar_id,
      event_uid,
      command,
      operation: 'upsert',
      accepted_at: Date.now(),
      attempts: 3,
    } as const;
    const waiting = [{ ...waits, next_attempt_at, last_error: 'The server answered 503.', request_id: null }];
    reply = () => ({ waiting, total: 1, written: null });
    const { event, steps } = await show();
    expect(event.state).toBe('pending');
    expect(steps.at(-1)).toMatchObject({ what: 'waits for its provider', command });
    expect(JSON.stringify(steps.at(-1))).toContain('After 3 attempts: The server answered 503.');
    const week = '?from=2026-12-14T00:00:00Z&to=2026-12-21T00:00:00Z';
    const { body } = await setup.call('GET', `/admin/v1/accounts/${setup.account.sub}/events${week}`);
    const states = (body as { events: { event_uid: string; state: string }[] }).events;
    expect(states.find((one) => one.event_uid === event_uid)?.state).toBe('pending');
  });

  it('given that calendar-sync does not answer, then what is known without it is shown (ADM-30)', async () => {
    const { show } = await written('four', 'req-of-four');
    reply = () => new BrokerUnavailable('no broker');
    const { steps } = await show();
    expect(steps.map(({ what }) => what)).toEqual(['accepted', 'waits']);
    expect(JSON.stringify(steps)).toContain('does not answer');
  });

  it.each([
    ['The calendar is read-only.', {}, 'Ask the user for write access'],
    ['The mailbox is full.', {}, 'free space'],
    ['Nobody knows why.', {}, 'write the event again'],
    ['Kein Platz mehr.', { code: 'storage_full' }, 'free space'],
    ['The room “Full moon” is taken.', { code: 'other' }, 'Correct what the provider objects to'],
    ['The mailbox is full.', { code: 'of_a_newer_release' }, 'free space'],
  ])('given a refusal %j with %j, then the operator reads what to do (ADM-31)', async (reason, code, advice) => {
    const { event_uid, command, show, acknowledge } = await written(
      `refused ${reason} ${JSON.stringify(code)}`,
      'five',
    );
    const { sub, calendar_id } = setup.account;
    const refused_at = Date.UTC(2026, 10, 29);
    await acknowledge({ refused_write: { command, operation: 'upsert', reason, refused_at, ...code } });
    const { pool } = setup.gateway.database;
    const subject = JSON.stringify({ calendar_id, event_uid, refused_write: { reason, ...code } });
    await pool.query(
      `INSERT INTO change_log (client_id, account_id, type, own, subject) VALUES ($1, $2, 'event_write_refused', false, $3)`,
      [setup.clientId, sub, subject],
    );
    const shown = await show();
    expect(shown.event).toMatchObject({
      state: 'refused',
      refused_write: { reason, ...code, refused_at: '2026-11-29T00:00:00Z' },
    });
    expect(shown.steps.at(-1)).toMatchObject({ what: 'refused', command, began_at: shown.steps[0]!.at });
    expect(shown.steps.at(-1)!.advice).toContain(advice);
    expect(shown.event.refused_write!.advice).toContain(advice);
  });

  it('given a reason, then titles are shown, and the audit has it; a blank one is none (ADM-13)', async () => {
    const week = `/admin/v1/accounts/${setup.account.sub}/events?from=2026-11-30T00:00:00Z&to=2026-12-07T00:00:00Z`;
    const blank = await setup.call('GET', `${week}&reason=%20`);
    expect(blank.body).toMatchObject({ errors: { reason: [{ key: 'errors.required' }] } });
    const { body } = await setup.call('GET', `${week}&reason=Ticket%204711`);
    expect(body).toMatchObject({ events: [{ summary: 'Secret' }] });
    const audit = await setup.call('GET', `/admin/v1/audit?sub=${setup.account.sub}&action=events.viewed`);
    expect(audit.body).toMatchObject({
      entries: [{ actor: 'admin key', reason: 'Ticket 4711', sub: setup.account.sub }],
    });
  });

  it.each([
    '',
    '?from=2026-11-30T00:00:00Z',
    '?from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z',
    '?from=2026-11-30T00:00:00Z&to=2027-11-29T00:00:00Z',
  ])('given the span %j, then it is refused in words', async (query) => {
    expect((await setup.call('GET', `/admin/v1/accounts/${setup.account.sub}/events${query}`)).status).toBe(422);
  });
});

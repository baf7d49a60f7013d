import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey } from '../../gateway.fixture.js';
import { eventUidOf } from '../../events/accept-write/write.js';
import { apply, eventOf, newApplication } from '../../read-model/gateway-database.fixture.js';
import { bookingOf, createdOf, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';

interface Shown {
  booking_link: {
    status: string;
    start: string | null;
    members: string[];
    calendars: object[];
    steps: { kind: string; at: string; start: string | null; detail: string | null }[];
  };
}

describe('booking links for operators', () => {
  let links: Links;
  let base: string;
  beforeAll(async () => {
    links = await startLinks(freeFrom(noon, 4));
    base = `/admin/v1/applications/${links.application.clientId}/booking_links`;
  });
  afterAll(() => links.gateway.stop());

  const call = (method: string, path: string, body?: object, token = adminKey) =>
    links.gateway.call(method, path, { token, ...(body ? { body } : {}) });
  const show = async (linkId: string) => ((await call('GET', `${base}/${linkId}`)).body as Shown).booking_link;
  /** Somebody picks the time, and the calendar confirms it. */
  const book = async (token: string) => {
    const { links: found, placing, settling } = bookingOf(links, freeFrom(noon, 4));
    const link = (await found.byToken(token))!;
    const placed = await placing.place(link, noon, { tzid: 'Asia/Kathmandu', lang: 'de' });
    if (placed !== 'placed') return placed;
    const { accountId, calendarId } = links.account;
    const eventUid = eventUidOf(calendarId, 'visit-42');
    const { pool } = links.gateway.database;
    const { rows } = await pool.query<{ command: string }>('SELECT command FROM pending_write WHERE event_uid = $1', [
      eventUid,
    ]);
    const command = Number(rows[0]!.command);
    const confirmed = { event_id: 'visit-42', command, revision: noon + command, managed: true };
    await apply(pool, accountId, [eventOf(accountId, calendarId, eventUid, confirmed)]);
    await settling.advance(link.linkId);
    return placed;
  };

  it('given a booking, then its steps, members, calendars and zone are shown, and its address is not (ADM-37)', async () => {
    const { linkId, token, url } = await createdOf(links.create());
    expect(await show(linkId)).toMatchObject({
      status: 'open',
      start: null,
      members: [],
      calendars: [{ event_uid: null }],
    });
    expect(await book(token)).toBe('placed');
    const shown = await show(linkId);
    expect(shown).toMatchObject({
      status: 'completed',
      ...{ start: '2026-11-20T12:00:00Z', end: '2026-11-20T12:30:00Z', visitor_tzid: 'Asia/Kathmandu' },
      members: [links.account.accountId],
      calendars: [{ sub: links.account.accountId, calendar_id: links.account.calendarId }],
    });
    expect(shown.steps.map(({ kind, start }) => [kind, start])).toEqual([
      ['created', null],
      ['picked', '2026-11-20T12:00:00.000Z'],
      ['completed', '2026-11-20T12:00:00.000Z'],
    ]);
    expect(JSON.stringify(shown)).not.toContain(url.split('/').at(-1));
  });

  it('given links, when followed by pages, then each comes once, the newest first, and by state (ADM-37)', async () => {
    const { pool } = links.gateway.database;
    const { clientId } = await newApplication(pool);
    await pool.query(
      `INSERT INTO booking_link (link_id, client_id, token_hash, token_sealed, status, definition, created_at, expires_at)
       SELECT 'sch_' || n, $1, 'hash' || n, '', CASE n % 2 WHEN 0 THEN 'open' ELSE 'disabled' END,
              '{"event":{"event_id":"e","summary":"s"},"targets":[]}', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 ms', now()
       FROM generate_series(1, 7) AS n`,
      [clientId],
    );
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { body } = await call(
        'GET',
        `/admin/v1/applications/${clientId}/booking_links?limit=3${after && `&after=${after}`}`,
      );
      const page = body as { booking_links: { real_time_scheduling_id: string }[]; next_after: string | null };
      seen.push(...page.booking_links.map((one) => one.real_time_scheduling_id));
      after = page.next_after;
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `sch_${n}`));
    const open = await call('GET', `/admin/v1/applications/${clientId}/booking_links?status=open`);
    expect((open.body as { booking_links: object[] }).booking_links).toHaveLength(3);
    expect((await call('GET', `${base}?status=lost`)).status).toBe(422);
    expect((await call('GET', `${base}?after=x`)).status).toBe(422);
  });

  it('given an open link, when disabled by an operator, then the audit has it, and a completed one stays (ADM-37)', async () => {
    const { linkId, token } = await createdOf(links.create());
    const disable = (id: string) => call('POST', `${base}/${id}/disable`, { display_message: 'Closed' });
    expect(await disable(linkId)).toMatchObject({
      status: 200,
      body: { booking_link: { status: 'disabled', steps: [{}, { kind: 'disabled', detail: 'Closed' }] } },
    });
    expect(await book(token)).toBe('over');
    const audit = await call('GET', '/admin/v1/audit?action=booking_link.disabled');
    expect(audit.body).toMatchObject({
      entries: [{ subject: linkId, before: { status: 'open' }, after: { status: 'disabled' } }],
    });
    const done = await createdOf(links.create());
    await book(done.token);
    expect((await disable(done.linkId)).status).toBe(422);
    expect((await show(done.linkId)).status).toBe('completed');
  });

  it("given another developer's key or another application, then there is no such link (ADM-1)", async () => {
    const { linkId } = await createdOf(links.create());
    const { body } = await call('POST', '/admin/v1/developers', { name: 'Other' });
    const { key } = body as { key: string };
    expect(key).toMatch(/^kdk_/);
    for (const path of [base, `${base}/${linkId}`]) expect((await call('GET', path, undefined, key)).status).toBe(404);
    const { clientId } = await newApplication(links.gateway.database.pool);
    expect((await call('GET', `/admin/v1/applications/${clientId}/booking_links/${linkId}`)).status).toBe(404);
  });

  it('given a visitor who moves what is booked, and cancels it after a refusal, then each is a step (ADM-37)', async () => {
    const { linkId, token } = await createdOf(links.create());
    await book(token);
    const { pool } = links.gateway.database;
    const later = noon + 3_600_000;
    const change = (value: object, more = '') =>
      pool.query(`UPDATE booking_link SET change = $2 ${more} WHERE link_id = $1`, [linkId, JSON.stringify(value)]);
    await change({ kind: 'reschedule', id: '1', state: 'pending', to: { start: later }, looks: 0 });
    await change({ kind: 'reschedule', id: '1', state: 'pending', to: { start: later }, looks: 1 });
    await change({ kind: 'reschedule', id: '1', state: 'refused', refusal: 'read only' });
    await change({ kind: 'cancel', id: '2', state: 'pending', to: null, reason: 'I am ill' });
    await change({ kind: 'cancel', id: '2', state: 'done', reason: 'I am ill' }, ", status = 'disabled'");
    const steps = (await show(linkId)).steps.slice(3).map(({ kind, start, detail }) => [kind, start, detail]);
    expect(steps).toEqual([
      ['reschedule_requested', '2026-11-20T13:00:00.000Z', null],
      ['change_refused', '2026-11-20T12:00:00.000Z', 'read only'],
      ['cancel_requested', '2026-11-20T12:00:00.000Z', 'I am ill'],
      ['cancelled', '2026-11-20T12:00:00.000Z', 'I am ill'],
    ]);
  });

  it('given a time that is refused over and over, then its steps are bounded', async () => {
    const { linkId } = await createdOf(links.create());
    const { pool } = links.gateway.database;
    for (let round = 0; round < 120; round++)
      for (const status of ['booking', 'open'])
        await pool.query("UPDATE booking_link SET status = $2, refusal = 'no' WHERE link_id = $1", [linkId, status]);
    expect((await show(linkId)).steps).toHaveLength(100);
  });
});

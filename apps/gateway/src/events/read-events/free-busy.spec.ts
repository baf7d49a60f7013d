import type { EventRecord } from '@kalends/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apply,
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import type { FreeBusyView } from './free-busy.present.js';
import { ReadEvents } from './read-events.js';
import { windowOf } from './window.js';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('free/busy', () => {
  let database: GatewayDatabase;
  let events: ReadEvents;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, now - 430 * 86_400_000, now + 460 * 86_400_000);
    events = new ReadEvents(database.pool, 'https://kalends.example', Buffer.from('key'), String);
  });
  afterAll(() => database.stop());

  type Master = NonNullable<EventRecord['series']['master']>;
  async function given(scope: string[], masters: Record<string, Partial<Master>>) {
    const account = await newAccount(database.pool, scope);
    const calendarId = `cal_${account.accountId}`;
    const records = Object.entries(masters).map(([uid, change]) => {
      const event = eventOf(account.accountId, calendarId, uid, { own_addresses: ['ada@example.com'] });
      return { ...event, series: { ...event.series, master: { ...event.series.master!, ...change } } };
    });
    await apply(database.pool, account.accountId, [calendarOf(account.accountId, calendarId), ...records]);
    return { ...account, calendarId };
  }
  async function read(hash: string, view: FreeBusyView, tzid = 'Etc/UTC') {
    const window = windowOf({ tzid, from: '2026-11-20', to: '2026-11-20' }, now);
    if ('refusal' in window) throw new Error(window.refusal);
    const request = { window, filter: {}, localized: false, userinfo: false, freeBusy: view, cursor: null };
    const answer = await events.read(hash, request, true);
    if (typeof answer === 'string') return answer;
    return (JSON.parse(answer.json) as { free_busy: Record<string, unknown>[] }).free_busy;
  }
  const attendee = (status: 'declined' | 'tentative') => ({ attendees: [{ email: 'ADA@example.com', status }] });
  const all = {
    a_busy: {},
    b_free: { transparency: 'transparent' as const },
    c_declined: attendee('declined'),
    d_maybe: attendee('tentative'),
    e_tentative: { status: 'tentative' as const },
    f_cancelled: { status: 'cancelled' as const },
    g_pencilled: { extended_transparency: 'tentative' as const },
  };

  it('given all sorts of events, when read, then only busy ones are shown, without content', async () => {
    const { hash, calendarId } = await given(['read_free_busy'], all);
    const hour = { calendar_id: calendarId, start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };
    expect(await read(hash, { includeFree: false, includeIds: false })).toEqual([
      { ...hour, free_busy_status: 'busy' },
      { ...hour, free_busy_status: 'tentative' },
      { ...hour, free_busy_status: 'tentative' },
      { ...hour, free_busy_status: 'tentative' },
    ]);
  });

  it('given include_free and include_ids, when read, then free ones and ids are included (FREE-1)', async () => {
    const { hash } = await given(['read_free_busy'], all);
    const shown = await read(hash, { includeFree: true, includeIds: true }, 'Asia/Kolkata');
    expect((shown as Record<string, unknown>[]).map((one) => [one.event_uid, one.free_busy_status, one.start])).toEqual(
      [
        ['a_busy', 'busy', '2026-11-20T20:30:00+05:30'],
        ['b_free', 'free', '2026-11-20T20:30:00+05:30'],
        ['c_declined', 'free', '2026-11-20T20:30:00+05:30'],
        ['d_maybe', 'tentative', '2026-11-20T20:30:00+05:30'],
        ['e_tentative', 'tentative', '2026-11-20T20:30:00+05:30'],
        ['g_pencilled', 'tentative', '2026-11-20T20:30:00+05:30'],
      ],
    );
  });

  it.each([
    [['read_events'], 'an array'],
    [['create_event'], 'insufficient-scope'],
  ])('given the scope %s, when read, then it is %s', async (scope, expected) => {
    const { hash } = await given(scope, {});
    const shown = await read(hash, { includeFree: false, includeIds: false });
    expect(Array.isArray(shown) ? 'an array' : shown).toBe(expected);
  });
});

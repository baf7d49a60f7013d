import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, eventOf, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { eventUidOf } from '../accept-write/write.js';

type Json = Record<string, unknown>;

describe('one instance of a series', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const daily = {
    event_id: 'stand-up',
    summary: 'Stand-up',
    start: '2026-11-23T09:00:00',
    end: '2026-11-23T09:15:00',
    tzid: 'Europe/London',
    recurrence: { rules: [{ frequency: 'daily', count: 6 }] },
  };

  async function given(body: Json = daily) {
    const account = await newAccountWithCalendar(gateway.database.pool, [
      'read_events',
      'create_event',
      'delete_event',
    ]);
    const { calendarId, token } = account;
    const call = (method: 'POST' | 'DELETE', sent: Json) =>
      gateway.call(method, `/v1/calendars/${calendarId}/events`, { token, body: sent });
    if (Object.keys(body).length > 0) expect(await call('POST', body)).toMatchObject({ status: 202 });
    await gateway.clearOutbox();
    const read = async (query = '') => {
      const address = `/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-12-20${query}`;
      return ((await gateway.call('GET', address, { token })).body as { events: Json[] }).events;
    };
    const shown = async () => (await read()).map(({ start, summary }) => `${String(start)} ${String(summary)}`);
    const uid = (instance: string) => `${eventUidOf(calendarId, 'stand-up')}_${instance}`;
    const named = (day: string, apply_to: string) => ({
      event_id: 'stand-up',
      event_uid: uid(`202611${day}T090000Z`),
      apply_to,
    });
    return { ...account, call, read, shown, uid, named };
  }

  const at = (...times: string[]) => times.map((one) => `2026-11-${one}:00Z Stand-up`);

  it('given a change, then 202, the next read has it, and the others stay as they are (EVT-46)', async () => {
    const { call, read, shown, named } = await given();
    const body = {
      ...named('25', 'instance'),
      summary: 'Review',
      start: '2026-11-25T14:00:00Z',
      end: '2026-11-25T15:00:00Z',
    };
    expect(await call('POST', body)).toMatchObject({ status: 202, body: '' });
    const days = at('23T09:00', '24T09:00', '26T09:00', '27T09:00', '28T09:00');
    expect(await shown()).toEqual([...days.slice(0, 2), '2026-11-25T14:00:00Z Review', ...days.slice(2)]);
    const changed = (await read()).find(({ summary }) => summary === 'Review');
    expect(changed).toMatchObject({ event_id: 'stand-up', event_uid: body.event_uid, end: '2026-11-25T15:00:00Z' });
    const zoned = (local: string) => ({ local: `2026-11-25T${local}:00`, tzid: 'Europe/London' });
    const change = { summary: 'Review', start: zoned('14:00'), end: zoned('15:00') };
    expect(await gateway.outbox()).toMatchObject([
      { operation: 'upsert', change: { instance: { recurrence_id: zoned('09:00'), change } } },
    ]);
  });

  it('given a second change of the same instance, then what it does not name stays (EVT-46)', async () => {
    const { call, read, named } = await given();
    await call('POST', { ...named('25', 'instance'), summary: 'Review', description: 'Figures' });
    await call('POST', { ...named('25', 'instance'), summary: 'Retrospective', description: null });
    expect((await read()).filter(({ summary }) => summary === 'Retrospective')).toMatchObject([
      { start: '2026-11-25T09:00:00Z', description: '' },
    ]);
  });

  it('given a deletion, then the instance is gone, deltas report it, and it is 202 again (EVT-46)', async () => {
    const { call, read, shown, named } = await given();
    const instance = named('24', 'instance');
    expect(await call('DELETE', instance)).toMatchObject({ status: 202, body: '' });
    expect(await shown()).toEqual(at('23T09:00', '25T09:00', '26T09:00', '27T09:00', '28T09:00'));
    const deleted = (await read('&include_deleted=true')).filter((one) => one['deleted'] === true);
    expect(deleted).toMatchObject([{ event_uid: instance.event_uid }]);
    expect(await gateway.outbox()).toMatchObject([{ operation: 'upsert', change: { instance: { deleted: true } } }]);
    await gateway.clearOutbox();
    expect(await call('DELETE', instance)).toMatchObject({ status: 202 });
    expect(await gateway.outbox()).toEqual([]);
    expect(await call('POST', { ...instance, summary: 'Again' })).toMatchObject({ status: 404 });
  });

  it('given no apply_to, or series, then a write is about the whole series, as before (EVT-46)', async () => {
    const { call, shown, named } = await given();
    const { apply_to: _, ...plain } = named('25', 'series');
    await call('POST', { ...daily, ...plain, summary: 'Daily' });
    expect((await shown()).every((one) => one.endsWith(' Daily'))).toBe(true);
    expect(await call('DELETE', named('25', 'series'))).toMatchObject({ status: 202 });
    expect(await shown()).toEqual([]);
  });

  it('given a change of this and the following, then they are a series of their own, and COUNT is divided (EVT-48)', async () => {
    const { call, read, shown, named, calendarId } = await given();
    await call('DELETE', named('27', 'instance'));
    await call('POST', { ...named('28', 'instance'), description: 'The last one' });
    await gateway.clearOutbox();
    const body = {
      ...named('26', 'following'),
      summary: 'Later',
      start: '2026-11-26T10:00:00Z',
      end: '2026-11-26T10:15:00Z',
    };
    expect(await call('POST', body)).toMatchObject({ status: 202, body: '' });
    expect(await shown()).toEqual([
      ...at('23T09:00', '24T09:00', '25T09:00'),
      '2026-11-26T10:00:00Z Later',
      '2026-11-28T10:00:00Z Later',
    ]);
    const rest = (await read()).filter(({ summary }) => summary === 'Later');
    const id = 'stand-up_20261126T090000Z';
    const series_identifier = eventUidOf(calendarId, id);
    expect(rest).toMatchObject([{ event_id: id, series_identifier }, { description: 'The last one' }]);
    const [created, shortened, ...others] = (await gateway.outbox()) as Json[];
    expect(others).toEqual([]);
    expect(created).toMatchObject({ event_id: id, change: { recurrence: { rrules: ['FREQ=DAILY;COUNT=3'] } } });
    expect(shortened).toMatchObject({
      event_id: 'stand-up',
      change: { recurrence: { rrules: ['FREQ=DAILY;COUNT=3'] } },
      after: { event_uid: series_identifier, command: created!['command'] },
    });
    // the event_id of the rest is one like any other
    expect(await call('DELETE', { event_id: id })).toMatchObject({ status: 202 });
    expect(await shown()).toEqual(at('23T09:00', '24T09:00', '25T09:00'));
  });

  it('given the same division again, since its answer was lost, then 202 and nothing is written; another one is 404 (EVT-52)', async () => {
    const { call, shown, named } = await given();
    const times = { start: '2026-11-26T10:00:00Z', end: '2026-11-26T10:15:00Z' };
    const body = { ...named('26', 'following'), summary: 'Later', ...times };
    expect(await call('POST', body)).toMatchObject({ status: 202 });
    const divided = await shown();
    await gateway.clearOutbox();
    expect(await call('POST', body)).toMatchObject({ status: 202, body: '' });
    expect([await shown(), await gateway.outbox()]).toEqual([divided, []]);
    for (const other of [
      { ...body, summary: 'Even later' },
      { ...body, ...named('27', 'following') },
      { ...body, recurrence: { rules: [{ frequency: 'weekly' }] } },
    ])
      expect(await call('POST', other)).toMatchObject({ status: 404 });
    await call('DELETE', { event_id: 'stand-up_20261126T090000Z' });
    expect(await call('POST', body)).toMatchObject({ status: 404 });
  });

  it('given the same deletion of the following again, then 202; at a time that the rule never has, 404 (EVT-52)', async () => {
    const { call, shown, named, uid } = await given();
    for (let n = 0; n < 2; n += 1)
      expect(await call('DELETE', named('25', 'following'))).toMatchObject({ status: 202 });
    expect(await shown()).toEqual(at('23T09:00', '24T09:00'));
    expect(await gateway.outbox()).toHaveLength(1);
    const never = { ...named('25', 'following'), event_uid: uid('20261125T093000Z') };
    expect(await call('DELETE', never)).toMatchObject({ status: 404 });
  });

  it('given a deletion of this and the following, then the series ends before it (EVT-48)', async () => {
    const { call, shown, named } = await given();
    expect(await call('DELETE', named('25', 'following'))).toMatchObject({ status: 202 });
    expect(await shown()).toEqual(at('23T09:00', '24T09:00'));
    expect(await gateway.outbox()).toMatchObject([{ change: { recurrence: { rrules: ['FREQ=DAILY;COUNT=2'] } } }]);
    expect(await call('DELETE', named('23', 'following'))).toMatchObject({ status: 202 });
    expect(await shown()).toEqual([]);
    expect(await gateway.outbox()).toMatchObject([{}, { operation: 'delete' }]);
  });

  it('given the first instance and the following, then the series itself changes, also where that instance differs (EVT-48)', async () => {
    const { call, shown, named } = await given();
    await call('POST', { ...named('23', 'instance'), summary: 'Kick-off' });
    const body = {
      ...named('23', 'following'),
      summary: 'Daily',
      start: '2026-11-23T08:00:00Z',
      end: '2026-11-23T08:15:00Z',
    };
    expect(await call('POST', body)).toMatchObject({ status: 202 });
    const days = ['23', '24', '25', '26', '27', '28'].map((day) => `2026-11-${day}T08:00:00Z Daily`);
    expect(await shown()).toEqual(days);
  });

  it('given a recurrence for the following, then it needs start and end, and a start that it has (EVT-48)', async () => {
    const { call, shown, named } = await given();
    const recurrence = { rules: [{ frequency: 'weekly', count: 2 }] };
    const errorsOf = async (body: Json) => ((await call('POST', body)).body as { errors?: Json }).errors;
    expect(await errorsOf({ ...named('25', 'following'), recurrence })).toMatchObject({
      start: [{ key: 'errors.required' }],
    });
    const times = { start: '2026-11-25T09:00:00Z', end: '2026-11-25T09:15:00Z' };
    expect(await errorsOf({ ...named('25', 'following'), ...times, recurrence })).toBeUndefined();
    expect(await shown()).toEqual(at('23T09:00', '24T09:00', '25T09:00').concat('2026-12-02T09:00:00Z Stand-up'));
  });

  it('given a rule by weekdays, when the following move to another one without a new rule, then 422 and nothing is written (EVT-48)', async () => {
    const rules = [{ frequency: 'weekly', by_day: ['monday', 'wednesday'], count: 6 }];
    const { call, shown, named } = await given({ ...daily, recurrence: { rules } });
    const before = await shown();
    const body = { ...named('25', 'following'), start: '2026-11-26T09:00:00Z', end: '2026-11-26T09:15:00Z' };
    expect(await call('POST', body)).toMatchObject({
      status: 422,
      body: { errors: { start: [{ key: 'errors.not_supported' }] } },
    });
    expect(await shown()).toEqual(before);
    expect(await gateway.outbox()).toEqual([]);
  });

  it.each([
    ['no instance', { event_uid: 'evt_000000000000000000000001' }, 422, 'event_uid'],
    ['an instance of another series', { event_uid: 'evt_000000000000000000000001_20261125T090000Z' }, 422, 'event_uid'],
    ['a conference', { conferencing: { profile_id: 'none' } }, 422, 'conferencing'],
    ['a recurrence', { recurrence: null }, 422, 'recurrence'],
    ['a day in a timed series', { start: '2026-11-25', end: '2026-11-26' }, 422, 'start'],
    ['an end before the start', { end: '2026-11-25T08:00:00Z' }, 422, 'end'],
    ['an unknown apply_to', { apply_to: 'all' }, 422, 'apply_to'],
    ['the event_uid of nobody', { event_id: undefined, event_uid: 'evt_none_20261125T090000Z' }, 404, ''],
  ])('given %s, then it is refused, and nothing is written (EVT-47)', async (_what, more, status, field) => {
    const { call, named } = await given();
    const answer = await call('POST', {
      ...daily,
      ...named('25', 'instance'),
      start: undefined,
      end: undefined,
      recurrence: undefined,
      ...more,
    });
    expect(answer.status).toBe(status);
    if (field) expect(Object.keys((answer.body as { errors: Json }).errors)).toContain(field);
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given a time at which the series has no instance, then 404, also to a deletion (EVT-46)', async () => {
    const { call, uid } = await given();
    for (const instance of ['20261125T093000Z', '20261229T090000Z', '20261125']) {
      const body = { event_id: 'stand-up', event_uid: uid(instance), apply_to: 'instance' };
      expect([instance, (await call('DELETE', body)).status]).toEqual([instance, 404]);
    }
  });

  it('given the own series by its event_uid alone, then its event_id is required (EVT-46)', async () => {
    const { call, named } = await given();
    const { event_id: _, ...body } = named('25', 'instance');
    expect(await call('DELETE', body)).toMatchObject({
      status: 422,
      body: { errors: { event_uid: [{ key: 'errors.must_be_external_event_uid' }] } },
    });
  });

  it('given a thousand exceptions, then no more, but those that there are can be changed (EVT-49)', async () => {
    const { call, named, accountId, calendarId } = await given();
    const uid = eventUidOf(calendarId, 'stand-up');
    const event = eventOf(accountId, calendarId, uid, { event_id: 'stand-up' });
    const start = { local: '2026-11-23T09:00:00', tzid: 'Europe/London' };
    const master = { ...event.series.master!, start, end: { ...start, local: '2026-11-23T09:15:00' } };
    const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10);
    const exdates = Array.from({ length: 999 }, (_, n) => ({ local: `${day(n)}T09:00:00`, tzid: 'Europe/London' }));
    const recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates };
    const overrides = [{ recurrence_id: { ...start, local: '2026-11-24T09:00:00' }, change: { summary: 'Own' } }];
    const { series, ...rest } = event;
    const revision = 9_999_999_999_999;
    await apply(gateway.database.pool, accountId, [
      { ...rest, revision, command: 1e9, series: { ...series, master, recurrence, overrides } },
    ]);
    const body = { errors: { event_uid: [{ key: 'errors.too_many' }] } };
    expect(await call('DELETE', named('25', 'instance'))).toMatchObject({ status: 422, body });
    expect(await call('POST', { ...named('24', 'instance'), summary: 'Mine' })).toMatchObject({ status: 202 });
  });

  it('given entries of a batch, then each is answered for itself, and the later ones find the earlier (EVT-46, EVT-48)', async () => {
    const { token, calendarId, shown, named } = await given();
    const relative_url = `/v1/calendars/${calendarId}/events`;
    const entry = (method: string, data: Json) => ({ method, relative_url, data });
    const batch = [
      entry('POST', { ...named('25', 'following'), summary: 'Later' }),
      entry('POST', { ...named('26', 'instance'), summary: 'Gone from there' }),
      entry('DELETE', named('24', 'instance')),
    ];
    const answer = await gateway.call('POST', '/v1/batch', { token, body: { batch } });
    expect((answer.body as { batch: Json[] }).batch.map(({ status }) => status)).toEqual([202, 404, 202]);
    expect(await shown()).toEqual([
      ...at('23T09:00'),
      ...['25', '26', '27', '28'].map((day) => `2026-11-${day}T09:00:00Z Later`),
    ]);
  });
});

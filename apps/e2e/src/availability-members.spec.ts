import { expect, it } from 'vitest';
import { at, day, eachWithPair, times, type Json, type Pair } from './harness/availability-pair.js';
import { call, e2e } from './harness/kalends.js';

e2e('members of an availability query', (kalends) => {
  const pair = eachWithPair(kalends);
  const query = (...args: Parameters<Pair['query']>) => pair().query(...args);
  const book = (...booked: Parameters<Pair['book']>) => pair().book(...booked);
  const found = async (members: Json[], more: Json = {}) =>
    times((await pair().request(query(members, more))).body.available_periods);
  const refused = async (members: Json[], more: Json = {}) => {
    const { status, body } = await pair().request(query(members, more));
    const errors = (body.errors ?? {}) as Record<string, { key: string }[]>;
    return [status, Object.entries(errors).map(([field, [first]]) => [field, first!.key])];
  };

  it('given buffers of the meeting and of a member, then each side is the member’s own, if there is one (AVL-14)', async () => {
    const { ada, bob } = pair();
    await book(ada, 'a', at('10:00'), at('11:00'));
    await book(bob, 'b', at('14:00'), at('15:00'));
    const buffer = { before: { minutes: 15 }, after: { minutes: 15 } };
    const more = { buffer };
    const own = { before: { minutes: 45 }, after: { minimum: { hours: 1 } } };
    expect(await found([{ sub: ada.sub }, { sub: bob.sub }], more)).toEqual([
      '08:00-09:45',
      '11:15-13:45',
      '15:15-18:00',
    ]);
    expect(await found([{ sub: ada.sub, buffer: own }, { sub: bob.sub }], more)).toEqual([
      '08:00-09:00',
      '11:45-13:45',
      '15:15-18:00',
    ]);
    const none = { before: { minutes: 0 } };
    expect(await found([{ sub: ada.sub }, { sub: bob.sub, buffer: none }], more)).toEqual([
      '08:00-09:45',
      '11:15-13:45',
      '15:00-18:00',
    ]);
    expect(await refused([{ sub: ada.sub, buffer: { before: { maximum: { hours: 2 } } } }])).toEqual([
      422,
      [['participants[0].members[0].buffer.before.maximum', 'errors.not_supported']],
    ]);
    expect(await refused([{ sub: ada.sub, buffer: { after: { hours: 2_000 } } }])).toEqual([
      422,
      [['participants[0].members[0].buffer.after', 'errors.too_long']],
    ]);
  });

  it('given a sequence with a member who needs a buffer, then the meetings are at least that far apart (AVL-14)', async () => {
    const { ada } = pair();
    const step = (sequence_id: string, member: Json = {}) => ({
      ...query([{ sub: ada.sub, ...member }], { query_periods: null }),
      sequence_id,
      start_interval: { minutes: 15 },
    });
    const body = {
      sequence: [step('first'), step('second', { buffer: { before: { minutes: 30 } } })],
      query_periods: [{ start: at('08:00'), end: at('10:30') }],
    };
    const { sequences } = (await pair().request(body, undefined, '/v1/sequenced_availability')).body;
    expect(sequences!.map(({ sequence }) => times(sequence))).toEqual([['08:00-09:00', '09:30-10:30']]);
  });

  it('given no calendars, then no event of the member counts, but rules and each hold do (AVL-18)', async () => {
    const { ada } = pair();
    await book(ada, 'a', at('10:00'), at('11:00'));
    const nothing = { sub: ada.sub, calendar_ids: [] };
    expect(await found([nothing])).toEqual(['08:00-18:00']);
    const rule = {
      availability_rule_id: 'work',
      tzid: 'Etc/UTC',
      weekly_periods: [{ day: 'monday', start_time: '09:00', end_time: '12:00' }],
    };
    await call('POST', kalends().url('/v1/availability_rules'), { token: ada.access_token, body: rule });
    expect(await found([{ ...nothing, managed_availability: true }])).toEqual(['09:00-12:00']);
    const hold = { hold_id: 'h', members: [{ sub: ada.sub }], start: at('12:00'), end: at('13:00') };
    await call('POST', kalends().url('/v1/holds'), { token: pair().application.client_secret, body: hold });
    expect(await found([nothing])).toEqual(['08:00-12:00', '13:00-18:00']);
  });

  it('given excluded events, by either id, then they make nobody busy; unknown ones are ignored (AVL-16)', async () => {
    const { ada, bob } = pair();
    await book(ada, 'a', at('09:00'), at('10:00'));
    await book(bob, 'b', at('11:00'), at('12:00'));
    const both = [{ sub: ada.sub }, { sub: bob.sub }];
    expect(await found(both, { excluded_events: [] })).toEqual(['08:00-09:00', '10:00-11:00', '12:00-18:00']);
    const excluded_events = [{ event_id: 'a' }, { event_id: 'never' }, { event_uid: 'evt_never' }];
    expect(await found(both, { excluded_events })).toEqual(['08:00-11:00', '12:00-18:00']);
    const read = await call<{ events: { event_uid: string }[] }>(
      'GET',
      kalends().url(`/v1/events?from=${day}&to=2026-12-08&tzid=Etc/UTC`),
      { token: bob.access_token },
    );
    const { event_uid } = read.body.events[0]!;
    expect(await found(both, { excluded_events: [{ event_id: 'a' }, { event_uid }] })).toEqual(['08:00-18:00']);
  });

  it('given a series, when one instance is excluded, then only that one does not count; its series excludes all (AVL-16)', async () => {
    const { ada } = pair();
    const recurrence = { rules: [{ frequency: 'daily', count: 3 }] };
    await book(ada, 'daily', at('09:00'), at('10:00'), { recurrence });
    const read = await call<{ events: { event_uid: string; series_identifier: string }[] }>(
      'GET',
      kalends().url(`/v1/events?from=${day}&to=2026-12-09&tzid=Etc/UTC`),
      { token: ada.access_token },
    );
    const [first, second] = read.body.events;
    const query_periods = ['07', '08'].map((date) => ({
      start: `2026-12-${date}T08:30:00Z`,
      end: `2026-12-${date}T12:00:00Z`,
    }));
    const without = (event_uid: string) =>
      found([{ sub: ada.sub }], { query_periods, excluded_events: [{ event_uid }] });
    expect(await without(first!.event_uid)).toEqual(['08:30-12:00', '10:00-12:00']);
    expect(await without(second!.event_uid)).toEqual(['10:00-12:00', '08:30-12:00']);
    expect(await without(first!.series_identifier)).toEqual(['08:30-12:00', '08:30-12:00']);
  });

  it.each([
    ['no id', [{}], 'excluded_events[0]', 'errors.invalid'],
    ['both ids', [{ event_id: 'a', event_uid: 'b' }], 'excluded_events[0]', 'errors.invalid'],
    ['a bare id', ['a'], 'excluded_events[0]', 'errors.invalid'],
    [
      'an unknown member',
      [{ event_id: 'a', calendar_id: 'c' }],
      'excluded_events[0].calendar_id',
      'errors.not_supported',
    ],
    ['101 entries', Array.from({ length: 101 }, () => ({ event_id: 'a' })), 'excluded_events', 'errors.too_many'],
  ])('given excluded events with %s, then 422 names the entry (AVL-16)', async (_what, excluded_events, field, key) => {
    expect(await refused([{ sub: pair().ada.sub }], { excluded_events })).toEqual([422, [[field, key]]]);
  });

  it('given a limit per day, when it is reached, then that local day is not offered, until an event is gone (AVL-15)', async () => {
    const { ada, bob } = pair();
    const limited = (user: { sub: string }, more: Json = {}) => ({
      sub: user.sub,
      availability_constraints: [{ limit: 2, period: 'day', ...more }],
    });
    await book(ada, 'a', at('08:00'), at('08:30'));
    expect(await found([limited(ada)])).toEqual(['08:30-18:00']);
    await book(ada, 'free', at('09:00'), at('09:30'), { transparency: 'transparent' });
    expect(await found([limited(ada)])).toEqual([]);
    expect(await found([{ ...limited(ada), calendar_ids: [] }])).toEqual([]);
    expect(await found([limited(ada)], { excluded_events: [{ event_id: 'a' }] })).toEqual(['08:00-18:00']);
    expect(await found([limited(ada, { limit: 3 })])).toEqual(['08:30-18:00']);

    // eight in the morning of the 7th in Bob's Tokyo is 23:00 of the 6th, his day ends at 15:00 UTC
    await book(bob, 'b1', '2026-12-06T23:00:00Z', '2026-12-06T23:30:00Z');
    await book(bob, 'b2', at('01:00'), at('01:30'));
    expect(await found([limited(bob)])).toEqual(['15:00-18:00']);
    expect(await found([limited(bob, { tzid: 'Etc/UTC' })])).toEqual(['08:00-18:00']);
  });

  it('given limits per week with tags, then only events with all tags count, instances each, and several limits hold (AVL-15)', async () => {
    const { ada } = pair();
    const constrained = (...availability_constraints: Json[]) => [{ sub: ada.sub, availability_constraints }];
    const visit = { limit: 3, period: 'week', tags: [{ value: 'visit' }, { value: 'far' }] };
    await book(ada, 'sunday', '2026-12-13T23:30:00Z', '2026-12-13T23:45:00Z', { tags: [{ value: 'visit' }, 'far'] });
    await book(ada, 'near', '2026-12-08T09:00:00Z', '2026-12-08T10:00:00Z', { tags: ['visit'] });
    expect(await found(constrained(visit))).toEqual(['08:00-18:00']);
    const recurrence = { rules: [{ frequency: 'daily', count: 2 }] };
    await book(ada, 'twice', '2026-12-09T09:00:00Z', '2026-12-09T10:00:00Z', { tags: ['far', 'visit'], recurrence });
    expect(await found(constrained(visit))).toEqual([]);
    expect(await found(constrained({ ...visit, limit: 4 }))).toEqual(['08:00-18:00']);
    expect(await found(constrained({ ...visit, limit: 4 }, { limit: 4, period: 'week' }))).toEqual([]);
    expect(await found(constrained({ ...visit, limit: 4 }, { limit: 5, period: 'week' }))).toEqual(['08:00-18:00']);
    // in Tokyo the last event is on the Monday after
    expect(await found(constrained({ ...visit, tzid: 'Asia/Tokyo' }))).toEqual(['08:00-18:00']);
  });

  it.each([
    ['a limit of 0', { limit: 0, period: 'day' }, 'limit', 'errors.invalid'],
    ['another period', { limit: 1, period: 'month' }, 'period', 'errors.not_recognized'],
    ['no zone of this world', { limit: 1, period: 'day', tzid: 'Mars/Olympus' }, 'tzid', 'errors.tzid_unrecognized'],
    ['an unknown member', { limit: 1, period: 'day', color: 'red' }, 'color', 'errors.not_supported'],
  ])('given a constraint with %s, then 422 names it (AVL-15)', async (_what, constraint, field, key) => {
    const member = { sub: pair().ada.sub, availability_constraints: [constraint] };
    expect(await refused([member])).toEqual([
      422,
      [[`participants[0].members[0].availability_constraints[0].${field}`, key]],
    ]);
  });

  it('given member statuses, then every member has one, in the order of the request (AVL-17)', async () => {
    const { ada, bob } = pair();
    const more = { include_member_statuses: true };
    const { body } = await pair().request(query([{ sub: bob.sub }, { sub: ada.sub }], more));
    expect((body as Json).member_statuses).toEqual([
      { sub: bob.sub, sync_status: 'active' },
      { sub: ada.sub, sync_status: 'active' },
    ]);
    const plain = await pair().request(query([{ sub: ada.sub }]));
    expect(plain.body).not.toHaveProperty('member_statuses');
  });

  it('given a resource as a member, then 422 states that there are none (AVL-19)', async () => {
    expect(await refused([{ sub: 'res_5ba21743f408617d1269ea1e' }])).toEqual([
      422,
      [['participants[0].members[0].sub', 'errors.not_supported']],
    ]);
  });

  it('given tags on an event, then reads have them until they are removed; other writes keep them (AVL-15)', async () => {
    const { ada } = pair();
    const read = async () => {
      const url = kalends().url(`/v1/events?from=${day}&to=2026-12-08&tzid=Etc/UTC`);
      const { body } = await call<{ events: Json[] }>('GET', url, { token: ada.access_token });
      return body.events[0]!.tags;
    };
    const write = (more: Json) => book(ada, 'a', at('10:00'), at('11:00'), more);
    await write({ tags: [{ value: 'visit' }, 'Zürich, 2nd; \\ x', { value: 'visit' }] });
    const tags = [{ value: 'visit' }, { value: 'Zürich, 2nd; \\ x' }];
    expect(await read()).toEqual(tags);
    await write({ description: 'moved' });
    expect(await read()).toEqual(tags);
    await write({ tags: [] });
    expect(await read()).toBeUndefined();
  });
});

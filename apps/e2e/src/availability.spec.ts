import Cronofy from 'cronofy';
import { expect, it } from 'vitest';
import { at, day, eachWithPair, period, times, type Found, type Json, type Pair } from './harness/availability-pair.js';
import { call, e2e } from './harness/kalends.js';

const subsOf = (found: Found[] | undefined) => found?.map(({ participants }) => participants.map(({ sub }) => sub));

e2e('availability', (kalends) => {
  const pair = eachWithPair(kalends);
  const request = (...args: Parameters<Pair['request']>) => pair().request(...args);
  const query = (...args: Parameters<Pair['query']>) => pair().query(...args);
  const book = (...booked: Parameters<Pair['book']>) => pair().book(...booked);

  it('given events of two people, when availability is queried right after each write, then every write counts immediately (AVL-13)', async () => {
    const { ada, bob } = pair();
    const both = query([{ sub: ada.sub }, { sub: bob.sub }]);
    expect(times((await request(both)).body.available_periods)).toEqual(['08:00-18:00']);
    await book(ada, 'a', at('09:00'), at('10:00'));
    expect(times((await request(both)).body.available_periods)).toEqual(['08:00-09:00', '10:00-18:00']);
    await book(bob, 'b', at('12:00'), at('13:00'));
    expect(times((await request(both)).body.available_periods)).toEqual(['08:00-09:00', '10:00-12:00', '13:00-18:00']);
    for (let move = 0; move < 10; move += 1) {
      await book(ada, 'a', at(`1${move % 5}:00`), at(`1${(move % 5) + 1}:00`));
      const { available_periods } = (await request(query([{ sub: ada.sub }]))).body;
      const [from, to] = [`1${move % 5}:00`, `1${(move % 5) + 1}:00`];
      expect(times(available_periods)).toEqual([`08:00-${from}`, `${to}-18:00`]);
    }
    await call('DELETE', kalends().url(`/v1/calendars/${ada.calendar_id}/events`), {
      token: ada.access_token,
      body: { event_id: 'a' },
    });
    expect(times((await request(query([{ sub: ada.sub }]))).body.available_periods)).toEqual(['08:00-18:00']);
  });

  it('FC-22: given an opaque all-day event in Tokyo, when queried, then the Tokyo day is busy (EVT-14)', async () => {
    const { bob } = pair();
    await book(bob, 'day', day, '2026-12-08', { transparency: 'opaque' });
    const wide = { query_periods: [{ start: '2026-12-06T12:00:00Z', end: '2026-12-07T18:00:00Z' }] };
    const { available_periods } = (await request(query([{ sub: bob.sub }], wide))).body;
    expect(available_periods).toMatchObject([
      { start: '2026-12-06T12:00:00Z', end: '2026-12-06T15:00:00Z' },
      { start: '2026-12-07T15:00:00Z', end: '2026-12-07T18:00:00Z' },
    ]);
  });

  it('FC-26: given two people who are free, when one is required, then the first is returned, and the second where the first is busy (AVL-2)', async () => {
    const { ada, bob } = pair();
    await book(ada, 'a', at('10:00'), at('12:00'));
    const one = (members: Json[]) => ({ ...query(members), participants: [{ members, required: 1 }] });
    const forward = (await request(one([{ sub: ada.sub }, { sub: bob.sub }]))).body.available_periods;
    expect(times(forward)).toEqual(['08:00-10:00', '10:00-12:00', '12:00-18:00']);
    expect(subsOf(forward)).toEqual([[ada.sub], [bob.sub], [ada.sub]]);
    const backward = (await request(one([{ sub: bob.sub }, { sub: ada.sub }]))).body.available_periods;
    expect(subsOf(backward)).toEqual([[bob.sub]]);
  });

  it('given slot formats, intervals, buffers and requested slots, when queried, then each does what its name means (AVL-4)', async () => {
    const { ada } = pair();
    await book(ada, 'a', at('10:00'), at('10:30'));
    const morning = { query_periods: [{ start: at('09:00'), end: at('12:00') }], start_interval: { minutes: 30 } };
    const args = async (more: Json) =>
      times((await request(query([{ sub: ada.sub }], { ...morning, ...more }))).body.available_slots);
    expect(await args({ response_format: 'slots' })).toEqual(['09:00-10:00', '10:30-11:30']);
    expect(await args({ response_format: 'overlapping_slots' })).toEqual(['09:00-10:00', '10:30-11:30', '11:00-12:00']);
    expect(await args({ response_format: 'slots', buffer: { before: { minutes: 15 } } })).toEqual([
      '09:00-10:00',
      '11:00-12:00',
    ]);
    const slots = {
      query_slots: ['09:00', '09:30', '11:15'].map((hours) => ({ start: at(hours) })),
      query_periods: null,
    };
    expect(await args(slots)).toEqual(['09:00-10:00', '11:15-12:15']);
  });

  it('given busy members, when explained, then each is listed with a reason and no event details', async () => {
    const { ada, bob } = pair();
    await book(ada, 'secret', at('08:00'), at('18:00'));
    const { unavailable, available_periods } = (
      await request(query([{ sub: ada.sub }, { sub: bob.sub }], { explain: true }))
    ).body;
    expect(available_periods).toEqual([]);
    expect(unavailable).toEqual([{ ...period, members: [{ sub: ada.sub, reason: 'busy' }] }]);
    expect(JSON.stringify(unavailable)).not.toContain('secret');
  });

  it('given invalid people, calendars and periods, when queried, then each is named, a foreign sub like an unknown one (AVL-1)', async () => {
    const { ada, bob } = pair();
    const stranger = await kalends().user();
    const wrong = async (members: Json[], more: Json = {}) => {
      const answer = await request(query(members, more));
      return [answer.status, Object.keys(answer.body.errors ?? {})];
    };
    expect(await wrong([{ sub: ada.sub }, { sub: stranger.sub }])).toEqual([422, ['participants[0].members[1].sub']]);
    expect(await wrong([{ sub: 'acc_none' }])).toEqual([422, ['participants[0].members[0].sub']]);
    expect(await wrong([{ sub: ada.sub, calendar_ids: [ada.calendar_id, bob.calendar_id] }])).toEqual([
      422,
      ['participants[0].members[0].calendar_ids[1]'],
    ]);
    expect(await wrong([])).toEqual([422, ['participants[0].members']]);
    const long = { query_periods: [{ start: at('08:00'), end: '2027-02-07T08:00:00Z' }] };
    expect(await wrong([{ sub: ada.sub }], long)).toEqual([422, ['query_periods']]);
    const rule = { sub: ada.sub, managed_availability: true, availability_rule_ids: ['none'] };
    expect(await wrong([rule])).toEqual([422, ['participants[0].members[0].availability_rule_ids']]);
    expect((await request(query([{ sub: ada.sub }]), 'KAL_nobody')).status).toBe(401);
    expect((await request(query([{ sub: ada.sub }]), ada.access_token)).status).toBe(200);
    const others = await request(query([{ sub: ada.sub }, { sub: bob.sub }]), ada.access_token);
    expect(others.status).toBe(200);
    expect((await request(query([{ sub: ada.sub }]), stranger.access_token)).status).toBe(422);
  });

  it('given rules and periods, when queried as managed, then only their time is offered (AVL-10)', async () => {
    const { ada, bob } = pair();
    const rules = kalends().url('/v1/availability_rules');
    const rule = {
      availability_rule_id: 'work',
      tzid: 'America/New_York',
      weekly_periods: [
        { day: 'monday', start_time: '08:00', end_time: '10:00' },
        { day: 'monday', start_time: '11:00', end_time: '12:30' },
      ],
    };
    const token = ada.access_token;
    expect((await call('POST', rules, { token, body: rule })).body).toEqual({ availability_rule: rule });
    expect((await call('GET', rules, { token })).body).toEqual({ availability_rules: [rule] });
    expect((await call('GET', `${rules}/work`, { token })).body).toEqual({ availability_rule: rule });
    expect((await call('GET', `${rules}/none`, { token })).status).toBe(404);
    expect((await call('GET', `${rules}/work`, { token: bob.access_token })).status).toBe(404);

    const managed = async (more: Json = {}) =>
      times((await request(query([{ sub: ada.sub, managed_availability: true, ...more }]))).body.available_periods);
    // New York is five hours behind UTC in December.
    expect(await managed()).toEqual(['13:00-15:00', '16:00-17:30']);
    expect(await managed({ availability_rule_ids: [] })).toEqual([]);

    const periods = kalends().url('/v1/available_periods');
    const stored = { available_period_id: 'p1', start: at('08:00'), end: at('09:30') };
    expect((await call('POST', periods, { token, body: stored })).status).toBe(202);
    expect(await managed({ availability_rule_ids: [] })).toEqual(['08:00-09:30']);
    expect(await managed()).toEqual(['08:00-09:30', '13:00-15:00', '16:00-17:30']);
    const listed = await call('GET', `${periods}?tzid=Etc/UTC&from=${day}&to=2026-12-08`, { token });
    expect(listed.body).toEqual({ pages: { current: 1, total: 1 }, available_periods: [stored] });
    expect((await call('GET', `${periods}?from=${day}`, { token })).status).toBe(422);
    expect((await call('DELETE', periods, { token, body: { available_period_id: 'p1' } })).status).toBe(202);
    expect((await call('DELETE', `${rules}/work`, { token, body: {} })).status).toBe(202);
    expect(await managed()).toEqual([]);
  });

  it('given 250 stored periods, when listed page by page, then each appears once', async () => {
    const { ada } = pair();
    const token = ada.access_token;
    const periods = kalends().url('/v1/available_periods');
    const start = Date.parse(at('08:00'));
    const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');
    await Promise.all(
      Array.from({ length: 250 }, (_, index) => {
        const body = {
          available_period_id: `p${index}`,
          start: iso(start + index * 3_600_000),
          end: iso(start + index * 3_600_000 + 60_000),
        };
        return call('POST', periods, { token, body });
      }),
    );
    const ids: string[] = [];
    let next: string | undefined = periods;
    while (next) {
      type Page = { pages: { next_page?: string }; available_periods: { available_period_id: string }[] };
      const page: { body: Page } = await call<Page>('GET', next, { token });
      ids.push(...page.body.available_periods.map(({ available_period_id }) => available_period_id));
      next = page.body.pages.next_page;
    }
    expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => `p${index}`));
    expect((await call('DELETE', periods, { token, body: { delete_all: true } })).status).toBe(202);
    expect((await call('GET', periods, { token })).body.available_periods).toEqual([]);
  });

  it('given the official client, when it queries availability and sequences, then it gets what the hosted service returns, with a user’s token too (AVL-1)', async () => {
    const { application, ada, bob } = pair();
    await book(ada, 'a', at('09:00'), at('10:00'));
    const client = new Cronofy({ client_id: application.client_id, client_secret: application.client_secret });
    client.urls.api = kalends().deployment.baseUrl;
    const participants = [{ members: [{ sub: ada.sub }, { sub: bob.sub }], required: 'all' }];
    const access_token = application.client_secret;
    const required_duration = { minutes: 60 };
    const single = await client.availability({
      access_token,
      participants,
      required_duration,
      query_periods: [period],
    });
    expect(times(single.available_periods as Found[])).toEqual(['08:00-09:00', '10:00-18:00']);
    const asUser = { access_token: ada.access_token, participants, required_duration, query_periods: [period] };
    expect((await client.availability(asUser)).available_periods).toEqual(single.available_periods);
    const sequenced = await client.sequencedAvailability({
      access_token,
      sequence: [
        {
          sequence_id: 'interview',
          ordinal: 1,
          participants: [{ members: [{ sub: ada.sub }], required: 'all' }],
          required_duration,
          buffer: { after: { minimum: { minutes: 30 }, maximum: { minutes: 60 } } },
        },
        {
          sequence_id: 'lunch',
          ordinal: 2,
          participants: [{ members: [{ sub: bob.sub }], required: 'all' }],
          required_duration,
        },
      ],
      query_periods: [period],
      max_results: 1,
    } as never);
    const [first] = sequenced.sequences as unknown as { sequence: (Found & { sequence_id: string })[] }[];
    expect(first!.sequence.map(({ sequence_id }) => sequence_id)).toEqual(['interview', 'lunch']);
    const [interview, lunch] = first!.sequence;
    const gap = Date.parse(lunch!.start) - Date.parse(interview!.end);
    expect(gap).toBeGreaterThanOrEqual(30 * 60_000);
    expect(gap).toBeLessThanOrEqual(60 * 60_000);
    // The half hour after the interview must be free as well, so not before her meeting at nine.
    expect(times([interview!])).toEqual(['10:00-11:00']);
  });

  it('given a query that needs too much work, or a buffer of years, when sent, then the error explains it (AVL-12)', async () => {
    const { ada } = pair();
    const start = Date.parse('2026-12-01T00:00:00Z');
    const from = (offset: number) => ({
      start: new Date(start + offset).toISOString().replace('.000', ''),
      end: '2027-01-04T00:00:00Z',
    });
    const staggered = (offset: number) => Array.from({ length: 50 }, (_, n) => from(n * 2_000 + offset));
    const minute = { minutes: 1 };
    const exactly = { minimum: { minutes: 0 }, maximum: { minutes: 0 } };
    const step = (sequence_id: number, more: Json = {}) => ({
      sequence_id,
      participants: [{ members: [{ sub: ada.sub }], required: 'all' }],
      required_duration: minute,
      start_interval: { minutes: 2 },
      buffer: { before: exactly, after: exactly },
      query_periods: staggered(0),
      ...more,
    });
    // starts that never match, one second apart
    const sequence = [...Array.from({ length: 9 }, (_, n) => step(n)), step(9, { query_periods: staggered(1_000) })];
    const refused = await request({ sequence }, undefined, '/v1/sequenced_availability');
    expect(refused).toMatchObject({ status: 422, body: { errors: { sequence: [{ key: 'errors.too_much_work' }] } } });

    const buffer = { before: { hours: 1_000_000 } };
    const long = await request(query([{ sub: ada.sub }], { buffer }));
    expect(long).toMatchObject({
      status: 422,
      body: { errors: { 'buffer.before.minimum': [{ key: 'errors.too_long' }] } },
    });
    const steps = { sequence: [step(0, { buffer })], query_periods: [period] };
    const inSequence = await request(steps, undefined, '/v1/sequenced_availability');
    expect(Object.keys(inSequence.body.errors!)).toEqual(['sequence[0].buffer.before.minimum']);
  });
});

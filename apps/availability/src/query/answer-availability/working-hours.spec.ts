import type { AvailabilityMember, ProfileRecord, WorkingHours } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  calendarOf,
  eventOf,
  memberOf,
  newPerson,
  now,
  openAvailabilityDatabase,
  profileOf,
  queryOf,
  type AvailabilityDatabase,
} from '../../availability-database.fixture.js';
import { BlockCache } from '../../busy-time/member-time/block-cache.js';
import { AnswerAvailabilityHandler } from './answer-availability.handler.js';
import { Calculator } from './calculator.js';

/** Monday, 23 November 2026, at which Berlin is an hour ahead of UTC. */
const [early, late] = ['2026-11-23T04:00:00Z', '2026-11-23T20:00:00Z'];
const monday = (start_time: string, end_time: string, tzid = 'Europe/Berlin'): WorkingHours => ({
  tzid,
  weekly_periods: [{ day: 'monday', start_time, end_time }],
});

describe('working hours at providers', () => {
  let database: AvailabilityDatabase;
  let ada: string;
  beforeAll(async () => (database = await openAvailabilityDatabase()));
  afterAll(() => database.stop());
  beforeEach(async () => (ada = await newPerson(database)));
  const calculator = new Calculator();
  afterAll(() => calculator.close());

  const answer = (more: Partial<AvailabilityMember> = {}, explain = false) =>
    new AnswerAvailabilityHandler(database.pool, () => now, 60_000, new BlockCache(), calculator).answer(
      queryOf([memberOf(ada, { managed: true, working_hours: true, ...more })], early, late, { explain }),
    );
  const hour = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  async function found(more: Partial<AvailabilityMember> = {}) {
    const reply = await answer(more);
    if (reply.outcome !== 'found') throw new Error(reply.outcome);
    return reply.found.map(({ start, end }) => `${hour(start)}-${hour(end)}`);
  }
  const profile = (working_hours: WorkingHours | undefined, more: Partial<ProfileRecord> = {}) =>
    database.apply(ada, profileOf(ada, { ...(working_hours && { working_hours }), ...more }));
  const second = { profile_id: 'pro_second', calendar_ids: [] };
  const missing = () => ({ outcome: 'unknown-rule', sub: ada, rule_id: '', working_hours: true });

  it('given hours of a profile, when queried, then they are the rules, in their own zone, and stored rules are not (AVL-30)', async () => {
    await profile(monday('08:00', '17:00'));
    const rule = { availability_rule_id: 'night', ...monday('20:00', '21:00') };
    await database.pool.query(
      'INSERT INTO availability_rule (account_id, availability_rule_id, rule) VALUES ($1, $2, $3)',
      [ada, 'night', rule],
    );
    expect(await found()).toEqual(['07:00-16:00']);
    expect(await found({ working_hours: false })).toEqual(['19:00-20:00']);
  });

  it('given an event and stored periods, when queried, then the hours and the periods are available without the event (AVL-30)', async () => {
    await profile(monday('08:00', '17:00'));
    await database.apply(ada, eventOf(ada, 'a', '2026-11-23T09:00:00', '2026-11-23T10:00:00'));
    await database.pool.query(
      'INSERT INTO available_period (account_id, available_period_id, start_ms, end_ms) VALUES ($1, $2, $3, $4)',
      [ada, 'evening', Date.parse('2026-11-23T17:00:00Z'), Date.parse('2026-11-23T18:00:00Z')],
    );
    expect(await found()).toEqual(['07:00-09:00', '10:00-16:00', '17:00-18:00']);
  });

  it('given explain, when queried, then time beside the hours is outside_periods', async () => {
    await profile(monday('08:00', '17:00'));
    expect(await answer({}, true)).toMatchObject({
      unavailable: [
        { start: Date.parse(early), members: [{ sub: ada, reason: 'outside_periods' }] },
        { end: Date.parse(late), members: [{ sub: ada, reason: 'outside_periods' }] },
      ],
    });
  });

  it('given several profiles, when queried, then the hours of those that are connected unite; a later record replaces them (AVL-30)', async () => {
    await profile(monday('08:00', '12:00'));
    await profile(monday('06:00', '09:00', 'Etc/UTC'), second);
    expect(await found()).toEqual(['06:00-11:00']);
    await profile(monday('06:00', '09:00', 'Etc/UTC'), { ...second, connected: false });
    expect(await found()).toEqual(['07:00-11:00']);
    await profile(undefined);
    expect(await answer()).toEqual(missing());
  });

  it('given no profile with hours, or one whose zone is unknown here, when queried, then the member is named, and nothing is free (AVL-31)', async () => {
    await database.apply(ada, calendarOf(ada));
    expect(await answer()).toEqual(missing());
    await profile(monday('08:00', '17:00', 'Mars/Olympus'));
    expect(await answer()).toEqual(missing());
  });

  it('given a week without hours at the provider, when queried, then nothing is free, and that is no refusal (AVL-30)', async () => {
    await profile({ tzid: 'Etc/UTC', weekly_periods: [] });
    expect(await found()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { availabilityBody } from './query-availability.js';

const query = (members: object[], required: unknown = 'all') => ({
  participants: [{ members, required }],
  required_duration: { minutes: 60 },
  query_periods: [{ start: '2026-12-01T09:00:00Z', end: '2026-12-01T17:00:00Z' }],
});
const members = (...given: object[]) => availabilityBody.parse(query(given)).participants[0]!.members;

describe('members of an availability query with the same sub (AVL-26)', () => {
  it.each([
    ['a calendar each', [{ calendar_ids: ['cal_1'] }, { calendar_ids: ['cal_2', 'cal_1'] }], ['cal_1', 'cal_2']],
    ['all calendars in one', [{ calendar_ids: ['cal_1'] }, {}], undefined],
    ['one by the name in the singular', [{ calendar_id: 'cal_1' }, { calendar_id: 'cal_2' }], ['cal_1', 'cal_2']],
    ['both names in one', [{ calendar_id: 'cal_3', calendar_ids: ['cal_1'] }], ['cal_1']],
    ['no calendar in one', [{ calendar_ids: [] }, { calendar_ids: ['cal_2'] }], ['cal_2']],
  ])('given %s, then they are one member with the calendars of all, at the first place', (_, given, calendars) => {
    const [ada, bob] = ['acc_1', 'acc_2'];
    const all = given.map((one) => ({ sub: ada, ...one }));
    const read = members(all[0]!, { sub: bob }, ...all.slice(1));
    expect(read.map(({ sub, calendar_ids }) => [sub, calendar_ids])).toEqual([
      [ada, calendars],
      [bob, undefined],
    ]);
  });

  it('given other conditions in one, then the second is refused', () => {
    const given = [{ sub: 'acc_1' }, { sub: 'acc_1', ignore_tentative: true }];
    const issues = availabilityBody.safeParse(query(given)).error?.issues;
    expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['participants.0.members.1.sub', 'errors.duplicate|acc_1 is in this group already, with other conditions'],
    ]);
  });

  it('given required: 2 for one person in two entries, then it is refused', () => {
    const given = [
      { sub: 'acc_1', calendar_ids: ['cal_1'] },
      { sub: 'acc_1', calendar_ids: ['cal_2'] },
    ];
    expect(availabilityBody.safeParse(query(given, 2)).success).toBe(false);
    expect(availabilityBody.safeParse(query(given, 1)).success).toBe(true);
  });
});

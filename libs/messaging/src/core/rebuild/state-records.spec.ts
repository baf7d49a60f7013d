import { expect, it } from 'vitest';
import { withoutErased } from './state-records.js';

const profile = (revision: number, deleted = false) => ({
  kind: 'profile',
  profile_id: 'pro_1',
  calendar_ids: ['cal_1'],
  revision,
  deleted,
});
const calendar = (revision: number, calendar_id = 'cal_1', profile_id = 'pro_1') => ({
  kind: 'calendar',
  calendar_id,
  profile_id,
  revision,
  deleted: false,
});
const event = (revision: number, calendar_id = 'cal_1') => ({ kind: 'event', calendar_id, revision, deleted: false });

it('given an erasure in a batch, then what precedes it is gone with it, and what follows or belongs to others is applied in order', () => {
  const others = [calendar(1, 'cal_2', 'pro_2'), event(2, 'cal_2')];
  const again = [profile(7), calendar(8), event(9)];
  const records = [profile(1), calendar(2), others[0]!, event(3), profile(5, true), others[1]!, ...again];
  expect(withoutErased<(typeof records)[number]>(records)).toEqual({
    erased: [profile(5, true)],
    remaining: [...others, ...again],
  });
});

it('given no erasure, then all records are applied', () => {
  const records = [calendar(1), event(2), { ...event(3), deleted: true }];
  expect(withoutErased<(typeof records)[number]>(records)).toEqual({ erased: [], remaining: records });
});

import type { AvailabilityReply } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { presentAvailability, presentStatuses } from './present-availability.js';

type Found = Extract<AvailabilityReply, { outcome: 'found' }>;

const nine = Date.UTC(2026, 10, 23, 9);
const hour = 3_600_000;
const people = ['acc_ada', 'acc_"böb"', 'acc_日本'];
const some: Found['found'] = [
  { start: nine, end: nine + hour, participants: [0, 2] },
  { start: nine + hour, end: nine + 3 * hour, participants: [1] },
  { start: nine + 3 * hour, end: nine + 4 * hour, participants: [] },
];
const presented = [
  {
    start: '2026-11-23T09:00:00Z',
    end: '2026-11-23T10:00:00Z',
    participants: [{ sub: people[0] }, { sub: people[2] }],
  },
  { start: '2026-11-23T10:00:00Z', end: '2026-11-23T12:00:00Z', participants: [{ sub: people[1] }] },
  { start: '2026-11-23T12:00:00Z', end: '2026-11-23T13:00:00Z', participants: [] },
];
const replyOf = (more: Partial<Found>): Found => ({ outcome: 'found', people, found: [], unknown: [], ...more });
const read = (reply: Found, asSlots = false) =>
  JSON.parse(JSON.stringify(presentAvailability(reply, asSlots))) as unknown;

describe('an availability response', () => {
  it('given findings, when written, then they are JSON, in order', () => {
    expect(read(replyOf({ found: some }))).toEqual({ available_periods: presented });
    expect(read(replyOf({ found: some }), true)).toEqual({ available_slots: presented });
  });

  it('given none, when written, then the list is empty', () => {
    expect(read(replyOf({}))).toEqual({ available_periods: [] });
  });

  it('given unknown members and unavailable periods, when written, then both follow the findings', () => {
    const members = [{ sub: 'acc_"böb"', reason: 'busy' as const }];
    const reply = replyOf({
      found: some.slice(1, 2),
      unknown: [{ sub: 'acc_日本', reason: 'stale' }],
      unavailable: [{ start: nine, end: nine + hour, members }],
    });
    expect(read(reply)).toEqual({
      available_periods: presented.slice(1, 2),
      members: [{ sub: 'acc_日本', status: 'unknown', reason: 'stale' }],
      unavailable: [{ start: '2026-11-23T09:00:00Z', end: '2026-11-23T10:00:00Z', members }],
    });
  });

  it.each([
    ['initial-sync', 'pending'],
    ['stale', 'pending'],
    ['unknown-calendar', 'pending'],
    ['disconnected', 'disconnected'],
  ] as const)(
    'given a member whose time is unknown for %s, then the status is %s; others are active (AVL-17)',
    (reason, sync_status) => {
      const groups = [['a', 'b'], ['b']].map((subs) => ({ members: subs.map((sub) => ({ sub })), required: 'all' }));
      const statuses = presentStatuses(groups as never, [{ sub: 'b', reason }]);
      expect(statuses).toEqual({
        member_statuses: [
          { sub: 'a', sync_status: 'active' },
          { sub: 'b', sync_status },
        ],
      });
    },
  );
});

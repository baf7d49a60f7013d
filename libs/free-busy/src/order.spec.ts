import { describe, expect, it } from 'vitest';
import { normalise } from './algebra.js';
import type { MemberTime } from './meeting-request.js';
import { availablePeriods } from './available-periods.js';
import { availableSlots } from './slots.js';
import { toPeriodList } from './testing/period-list.js';

const hour = 3_600_000;
const day = 24 * hour;
const monday = Date.UTC(2026, 10, 23);

/** Numbers below `n`, the same in every run. */
function numbers(seed: number) {
  return (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
}

const team = () => ['ada', 'ben', 'cy', 'dot'].map((sub): MemberTime => ({ ...freeMember, sub }));
const freeMember: MemberTime = { sub: '', busy: [], held: [], within: null, unknown: false };
const lengths = { durationMs: hour, bufferBeforeMs: 0, bufferAfterMs: 0 };

/**
 * Books the first slot of each day with the one member that the result names, for `times` days: everybody is free then.
 */
function book(times: number, order: (members: MemberTime[], booked: ReadonlyMap<string, number>) => MemberTime[]) {
  const members = team();
  const booked = new Map(members.map(({ sub }) => [sub, 0]));
  let widest = 0;
  for (let i = 0; i < times; i++) {
    const start = monday + i * day + 9 * hour;
    const groups = [{ required: 1, members: order([...members], booked) }];
    const request = { ...lengths, groups, periods: [{ start, end: start + 8 * hour }], intervalMs: null };
    const [slot] = availableSlots(request, 1);
    expect(slot!.participants).toHaveLength(1);
    const participant = members.find(({ sub }) => sub === slot!.participants[0])!;
    expect(toPeriodList(participant.busy).every((busy) => busy.end <= slot!.start || busy.start >= slot!.end)).toBe(
      true,
    );
    participant.busy = normalise([...toPeriodList(participant.busy), slot!]);
    booked.set(participant.sub, booked.get(participant.sub)! + 1);
    widest = Math.max(widest, Math.max(...booked.values()) - Math.min(...booked.values()));
  }
  return { booked: [...booked.values()], widest };
}

describe('FC-26: the order of members', () => {
  it('given 1,000 queries in which two are free, then the earlier is always named first, or alone', () => {
    const below = numbers(1);
    for (let query = 0; query < 1000; query++) {
      const free = { start: monday + below(1000) * hour, end: 0 };
      free.end = free.start + (2 + below(8)) * hour;
      // Busy on both sides of the requested time, at random distances.
      const around = () =>
        normalise([
          { start: free.start - 9 * hour, end: free.start - below(3) * hour },
          { start: free.end + below(3) * hour, end: free.end + 9 * hour },
        ]);
      const members = team()
        .slice(0, 2)
        .map((one) => ({ ...one, busy: around() }));
      if (below(2) === 1) members.reverse();
      const base = { ...lengths, periods: [free] };
      const subs = members.map(({ sub }) => sub);
      const answer = (required: number | null) =>
        availablePeriods({ ...base, groups: [{ required, members }] }, 512).map((one) => one.participants);
      expect(answer(null)).toEqual([subs]);
      expect(answer(1)).toEqual([subs.slice(0, 1)]);
    }
  });

  it('given one order for all queries, then all meetings go to the first member', () => {
    expect(book(100, (members) => members).booked).toEqual([100, 0, 0, 0]);
  });

  it('given a shuffled order, when 1,000 meetings are booked, then they are spread', () => {
    const below = numbers(7);
    const { booked } = book(1000, (members) => {
      for (let i = members.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [members[i], members[j]] = [members[j]!, members[i]!];
      }
      return members;
    });
    // 250 each on average: five standard deviations are 70.
    for (const one of booked) expect(Math.abs(one - 250)).toBeLessThan(70);
  });

  it('given the least booked first, when 1,000 meetings are booked, then the difference never exceeds one', () => {
    const { booked, widest } = book(1000, (members, count) =>
      members.sort((a, b) => count.get(a.sub)! - count.get(b.sub)!),
    );
    expect(booked).toEqual([250, 250, 250, 250]);
    expect(widest).toBe(1);
  });
});

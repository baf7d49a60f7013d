import { describe, expect, it } from 'vitest';
import { memberRefusals } from './unavailable-pieces.js';
import type { MemberTime, SlotRequest } from './meeting-request.js';

const hour = 3_600_000;
const member = (sub: string, time: Partial<MemberTime> = {}): MemberTime => ({
  sub,
  busy: [],
  held: [],
  within: null,
  unknown: false,
  ...time,
});

const request = (members: MemberTime[], more: Partial<SlotRequest> = {}): SlotRequest => ({
  groups: [{ required: 1, members }],
  durationMs: hour,
  bufferBeforeMs: 0,
  bufferAfterMs: 0,
  intervalMs: null,
  periods: [{ start: 0, end: 10 * hour }],
  ...more,
});

/** Hours from zero, and the reason. */
const hours = ({ start, end, reason }: { start: number; end: number; reason: string }) => [
  start / hour,
  end / hour,
  reason,
];

describe('why each member alone cannot meet', () => {
  it('given events, a hold, buffers and rules, then each has its reason, ascending, and nothing else is refused', () => {
    const ann = member('ann', { busy: [2 * hour, 3 * hour], held: [5 * hour, 6 * hour], within: [hour, 9 * hour] });
    const [one] = memberRefusals(request([ann], { bufferAfterMs: hour / 2 }));
    expect(one!.sub).toBe('ann');
    expect(one!.refused.map(hours)).toEqual([
      [0, 1, 'outside_periods'],
      // an hour from 1 on would end without its buffer before the event
      [1, 2, 'buffer'],
      [2, 3, 'busy'],
      [4.5, 5, 'buffer'],
      [5, 6, 'held'],
      [9, 10, 'outside_periods'],
    ]);
  });

  it('given a member who is busy and one who is free, of whom one is enough, then the first still has its reason', () => {
    const found = memberRefusals(request([member('ann', { busy: [0, hour] }), member('bob')]));
    expect(found.map(({ sub, refused }) => [sub, refused.map(hours)])).toEqual([
      ['ann', [[0, 1, 'busy']]],
      ['bob', []],
    ]);
  });

  it('given a member of two groups and query periods that overlap, then it is explained once', () => {
    const ann = member('ann', { unknown: true });
    const periods = [
      { start: 0, end: 2 * hour },
      { start: hour, end: 3 * hour },
    ];
    const groups = [
      { required: null, members: [ann] },
      { required: null, members: [ann] },
    ];
    const found = memberRefusals(request([], { groups, periods }));
    expect(found.map(({ refused }) => refused.map(hours))).toEqual([
      [
        [0, 2, 'unknown'],
        [2, 3, 'unknown'],
      ],
    ]);
  });

  it('given more pieces than allowed, then the earliest of the first member are kept', () => {
    const busy = [0, 1, 2, 3].flatMap((at) => [at * 2 * hour, (at * 2 + 1) * hour]);
    const found = memberRefusals(request([member('ann', { busy }), member('bob', { busy })]), 5);
    expect(found.map(({ refused }) => refused.length)).toEqual([4, 1]);
  });
});

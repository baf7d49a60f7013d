import { describe, expect, it } from 'vitest';
import type { MeetingRequest, MemberTime } from './meeting-request.js';
import { availablePeriods } from './available-periods.js';
import { normalise } from './algebra.js';
import { requestedSlots, availableSlots, overlappingSlots } from './slots.js';
import { unavailablePieces } from './unavailable-pieces.js';

const minute = 60_000;
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
const period = (text: string) => {
  const [start, end] = text.split('-');
  return { start: at(start!), end: at(end!) };
};
const periods = (...texts: string[]) => normalise(texts.map(period));
const member = (sub: string, more: Partial<MemberTime> = {}): MemberTime => ({
  sub,
  busy: [],
  held: [],
  within: null,
  unknown: false,
  ...more,
});
const meeting = (members: MemberTime[], more: Partial<MeetingRequest> = {}): MeetingRequest => ({
  groups: [{ required: null, members }],
  durationMs: 60 * minute,
  bufferBeforeMs: 0,
  bufferAfterMs: 0,
  periods: [period('09:00-17:00')],
  ...more,
});
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
const shown = (found: { start: number; end: number; participants: string[] }[]) =>
  found.map(({ start, end, participants }) => `${clock(start)}-${clock(end)} ${participants.join(' ')}`);
const why = (request: MeetingRequest) =>
  unavailablePieces(request).map(
    ({ start, end, members }) =>
      `${clock(start)}-${clock(end)} ${members.map(({ sub, reason }) => `${sub}:${reason}`).join(' ')}`,
  );

describe('who meets when', () => {
  const ada = member('ada', { busy: periods('10:00-12:00') });
  const ben = member('ben', { busy: periods('13:00-14:00') });
  const oneOf = (members: MemberTime[]) => meeting(members, { groups: [{ required: 1, members }] });

  it('given one of two, when the earlier is busy, then the later offers the time (interface 4.6)', () => {
    expect(shown(availablePeriods(oneOf([ada, ben]), 512))).toEqual([
      '09:00-10:00 ada',
      '10:00-12:00 ben',
      '12:00-17:00 ada',
    ]);
  });

  it('given an earlier member with a gap shorter than the meeting, then it hides no time of a later one (AVL-3)', () => {
    const gap = member('gap', { busy: periods('09:00-10:00', '10:30-17:00') });
    expect(shown(availablePeriods(oneOf([gap, ben]), 512))).toEqual(['09:00-13:00 ben', '14:00-17:00 ben']);
  });

  it('FC-24: given a member free for a part of the slot only, then the slot is not offered with them', () => {
    const half = member('half', { busy: periods('09:30-17:00'), within: periods('09:00-17:00') });
    const slotRequest = { ...meeting([half]), intervalMs: 30 * minute };
    expect(overlappingSlots(slotRequest, 512)).toEqual([]);
    expect(requestedSlots(slotRequest, [at('08:30'), at('09:00'), at('09:29')], 512)).toEqual([]);
    expect(shown(requestedSlots(oneOf([half, ben]), [at('09:00')], 512))).toEqual(['09:00-10:00 ben']);
  });

  it('given slots whose choice changes inside, then each names who is free for all of it', () => {
    const early = member('early', { busy: periods('10:30-17:00') });
    const slots = overlappingSlots({ ...oneOf([early, ben]), intervalMs: 30 * minute }, 5);
    expect(shown(slots)).toEqual([
      '09:00-10:00 early',
      '09:30-10:30 early',
      '10:00-11:00 ben',
      '10:30-11:30 ben',
      '11:00-12:00 ben',
    ]);
  });

  it('given no interval, then slots follow one another, and overlapping ones begin every quarter of an hour', () => {
    const request = { ...meeting([ada], { periods: [period('12:05-14:30')] }), intervalMs: null };
    expect(shown(availableSlots(request, 512))).toEqual(['12:05-13:05 ada', '13:05-14:05 ada']);
    expect(shown(overlappingSlots(request, 3))).toEqual(['12:05-13:05 ada', '12:20-13:20 ada', '12:35-13:35 ada']);
    const short = { ...request, durationMs: 10 * minute };
    expect(shown(overlappingSlots(short, 2))).toEqual(['12:05-12:15 ada', '12:15-12:25 ada']);
  });

  it('given a member in two groups, then both count the member and the result names them once', () => {
    const groups = [
      { required: 1, members: [ada, ben] },
      { required: 1, members: [ben, ada] },
    ];
    expect(shown(availablePeriods(meeting([], { groups }), 512))).toEqual([
      '09:00-10:00 ada ben',
      '10:00-12:00 ben',
      '12:00-13:00 ada ben',
      '13:00-14:00 ada',
      '14:00-17:00 ada ben',
    ]);
  });

  it.each([
    ['a group of nobody', [{ required: null, members: [] }]],
    ['no group', []],
    ['more than there are', [{ required: 3, members: [ada, ben] }]],
    ['a member whose time is unknown', [{ required: null, members: [ada, member('ben', { unknown: true })] }]],
  ])('FC-25: given %s, then nothing is available', (_what, groups) => {
    const request = meeting([], { groups });
    expect(availablePeriods(request, 512)).toEqual([]);
    expect(availableSlots({ ...request, intervalMs: null }, 512)).toEqual([]);
    expect(requestedSlots(request, [at('15:00')], 512)).toEqual([]);
  });
});

describe('FC-28: edges', () => {
  it('given back-to-back, overlapping and empty busy periods, then they are one', () => {
    const busy = periods('10:00-11:00', '11:00-12:00', '11:30-12:30', '14:00-14:00');
    expect(shown(availablePeriods(meeting([member('ada', { busy })]), 512))).toEqual([
      '09:00-10:00 ada',
      '12:30-17:00 ada',
    ]);
  });

  it('given buffers, then they extend beyond the edges of the query, of own periods and midnight (AVL-6)', () => {
    const busy = normalise([
      { start: at('00:00') - 60 * minute, end: at('00:00') - 10 * minute },
      period('12:00-13:00'),
    ]);
    const ada = member('ada', { busy, within: periods('00:00-12:00') });
    const request = meeting([ada], {
      bufferBeforeMs: 30 * minute,
      bufferAfterMs: 15 * minute,
      periods: [period('00:00-11:50')],
    });
    expect(shown(availablePeriods(request, 512))).toEqual(['00:20-11:45 ada']);
  });

  it('given query periods that overlap, repeat or are unordered, then results are ascending and without duplicates', () => {
    const request = [period('14:00-16:00'), period('09:00-10:30'), period('09:30-11:00'), period('14:00-16:00')];
    const ada = member('ada');
    expect(shown(availablePeriods(meeting([ada], { periods: request }), 512))).toEqual([
      '09:00-10:30 ada',
      '09:30-11:00 ada',
      '14:00-16:00 ada',
    ]);
    const slots = { ...meeting([ada], { periods: request }), intervalMs: 30 * minute };
    expect(shown(availableSlots(slots, 512))).toEqual([
      '09:00-10:00 ada',
      '10:00-11:00 ada',
      '14:00-15:00 ada',
      '15:00-16:00 ada',
    ]);
    expect(overlappingSlots(slots, 4).map(({ start }) => clock(start))).toEqual(['09:00', '09:30', '10:00', '14:00']);
    expect(availablePeriods(meeting([ada], { periods: request }), 1)).toHaveLength(1);
  });
});

describe('reasons for unavailability', () => {
  it('given each reason, when explained, then each piece names who is not free', () => {
    const ada = member('ada', { busy: periods('10:00-11:00'), held: periods('12:00-13:00') });
    const ben = member('ben', { within: periods('09:00-15:00') });
    expect(why(meeting([ada, ben], { bufferBeforeMs: 15 * minute }))).toEqual([
      '10:00-11:00 ada:busy',
      '11:00-11:15 ada:buffer',
      // 45 minutes are too short for the meeting: the hold ends them.
      '11:15-13:00 ada:held',
      '13:00-13:15 ada:buffer',
      '15:00-17:00 ben:outside_periods',
    ]);
  });

  it('given unknown time, or too little common time, then that is the reason', () => {
    const ada = member('ada', { busy: periods('11:00-12:00') });
    const morning = { periods: [period('09:00-12:00')] };
    expect(why(meeting([ada, member('ben', { unknown: true })], morning))).toEqual([
      '09:00-11:00 ben:unknown',
      '11:00-12:00 ada:busy ben:unknown',
    ]);
    const ben = member('ben', { within: periods('10:30-12:00') });
    expect(why(meeting([ada, ben], morning))).toEqual([
      '09:00-10:30 ben:outside_periods',
      '10:30-11:00 ',
      '11:00-12:00 ada:busy',
    ]);
    expect(unavailablePieces(meeting([ada, ben], morning), 2)).toHaveLength(2);
  });
});

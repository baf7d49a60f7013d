import type { MeetingQuery } from '@kalends/contracts';

const minute = 60_000;

/** The longest buffer on one side of a meeting, minutes: its own, or that of one of its members. */
export const longestBuffer = ({ buffer, groups }: MeetingQuery, side: 'before' | 'after'): number =>
  Math.max(buffer[side].minimum, ...groups.flatMap(({ members }) => members.map((one) => one.buffer?.[side] ?? 0)));

/**
 * The gaps that a meeting needs in a sequence, ms: the longest buffer of the meeting and its members, whoever of them attends
 * (AVL-14).
 */
export function buffersOf(meeting: MeetingQuery) {
  const inMs = (minutes: number | null) => (minutes === null ? null : minutes * minute);
  return {
    beforeMin: longestBuffer(meeting, 'before') * minute,
    beforeMax: inMs(meeting.buffer.before.maximum),
    afterMin: longestBuffer(meeting, 'after') * minute,
    afterMax: inMs(meeting.buffer.after.maximum),
  };
}

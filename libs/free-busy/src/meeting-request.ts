import type { Period, Periods } from './period.js';
import type { WorkBudget } from './work.js';

/** What is known of one member's time. */
export interface MemberTime {
  sub: string;
  /** Busy time of all the calendars that count, without buffers. */
  busy: Periods;
  /** Time taken by holds. */
  held: Periods;
  /** Where the meeting itself may lie for this member; null = anywhere. */
  within: Periods | null;
  /** The member's time could not be read: never free. */
  unknown: boolean;
}

/** Members in order of preference; `required` of them must be free for the whole meeting (null = all). */
export interface MemberGroup {
  required: number | null;
  members: MemberTime[];
}

/** When can these people meet? All groups must be met. Lengths in ms, the duration longer than 0. */
export interface MeetingRequest {
  groups: MemberGroup[];
  durationMs: number;
  /** Time before and after the meeting that must be neither busy nor held; it may lie outside `periods` and `within`. */
  bufferBeforeMs: number;
  bufferAfterMs: number;
  /** Where the meeting may lie. Each period is a question of its own: a meeting never lies across two of them. */
  periods: Period[];
  /** What answering may cost; absent: anything. Beyond it, what answers throws TooMuchWork. */
  work?: WorkBudget | undefined;
}

/** As `MeetingAsk`, for meetings that start every `intervalMs` from the start of their query period. */
export interface SlotRequest extends MeetingRequest {
  /** null: the default of the function asked. */
  intervalMs: number | null;
}

/**
 * Time in which the participants can meet: of each group exactly the earliest `required` members in request order who
 * are free for all of it, the groups in request order, nobody named twice. Several results may share one array.
 */
export interface Found {
  start: number;
  end: number;
  participants: string[];
}

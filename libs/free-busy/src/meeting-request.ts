import type { Period, Periods } from './period.js';
import type { WorkBudget } from './work.js';

/** The known time of one member. */
export interface MemberTime {
  sub: string;
  /** Busy time of all relevant calendars, without buffers. */
  busy: Periods;
  /** Time blocked by holds. */
  held: Periods;
  /** When the meeting itself may take place for this member; null = anywhere. */
  within: Periods | null;
  /** The member's time could not be read: never free. */
  unknown: boolean;
  /** The member's own buffers, in place of the meeting's; absent: those. */
  bufferBeforeMs?: number;
  bufferAfterMs?: number;
}

/** Members in order of preference; `required` of them must be free for the whole meeting (null = all). */
export interface MemberGroup {
  required: number | null;
  members: MemberTime[];
}

/** When can these people meet? All groups must be met. Lengths in ms, the duration is positive. */
export interface MeetingRequest {
  groups: MemberGroup[];
  durationMs: number;
  /**
   * Time before and after the meeting that must be free of holds and busy time; it may be outside `periods` and
   * `within`.
   */
  bufferBeforeMs: number;
  bufferAfterMs: number;
  /** When the meeting may take place. Each period is a separate query: a meeting never spans two of them. */
  periods: Period[];
  /** Limit of the work; absent: unlimited. Beyond it, functions throw TooMuchWork. */
  work?: WorkBudget | undefined;
}

/** Like {@link MeetingRequest}, for meetings that start every `intervalMs` from the start of their query period. */
export interface SlotRequest extends MeetingRequest {
  /** null: the default of the function. */
  intervalMs: number | null;
}

/**
 * Time in which the participants can meet: of each group exactly the earliest `required` members in request order who
 * are free for all of it, the groups in request order, without duplicates. Several results may share one array.
 */
export interface Found {
  start: number;
  end: number;
  participants: string[];
}

import { createHash } from 'node:crypto';
import type { AvailabilityBody } from '@kalends/public-api';
import type { Booking, LinkDefinition, PartTime, SequenceQuery, Slot } from './booking-link.js';

/** One meeting of a link. */
export interface LinkPart {
  /** What the application calls it; null: it is the only one, of a link for one time. */
  sequenceId: string | number | null;
  event: LinkDefinition['event'];
  /** Minutes. */
  duration: number;
  participants: AvailabilityBody['participants'];
}

type Defined = Pick<LinkDefinition, 'event' | 'availability'>;

export const isSequence = (query: LinkDefinition['availability']): query is SequenceQuery => 'sequence' in query;

/** The meetings of a link, in the order in which they take place: a link for one time is a sequence of one. */
export function partsOf({ event, availability }: Defined): LinkPart[] {
  if (!isSequence(availability)) {
    const { required_duration: duration, participants } = availability;
    return [{ sequenceId: null, event, duration, participants }];
  }
  return availability.sequence.map((step) => ({
    sequenceId: step.sequence_id,
    event: step.event,
    duration: step.required_duration,
    participants: step.participants,
  }));
}

/** Ids show what they are of. */
export const isSequenceId = (linkId: string): boolean => linkId.startsWith('seq_');

export function slotOf(parts: PartTime[]): Slot {
  const [first] = parts;
  const subs = [...new Set(parts.flatMap((one) => one.subs))];
  return { start: first!.start, end: Math.max(...parts.map(({ end }) => end)), subs, parts };
}

/** The hold of each part. */
export const holdIdsOf = ({ holdId, parts }: Pick<Booking, 'holdId' | 'parts'>): string[] =>
  parts.map((_, part) => (part === 0 ? holdId : `${holdId}-${part + 1}`));

/** Distinguishes sequences that begin at the same instant: what the page has shown is what is booked. '' of a single time. */
export function shownParts({ parts }: Pick<Slot, 'parts'>): string {
  if (parts.length === 1) return '';
  const times = parts.map(({ start, end }) => `${start}-${end}`).join();
  return createHash('sha256').update(times).digest('base64url');
}

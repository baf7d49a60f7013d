import type { WriteTarget } from '@kalends/provider-port/sync';
import type { EventRow, PendingWriteRow } from '../../published-state/rows.js';

/** An answer to an invitation is for the whole series, whoever created it. */
const isAnswer = ({ operation, change }: PendingWriteRow) =>
  operation === 'upsert' && Object.keys(change ?? {}).every((name) => name === 'own_attendance');

/** A write of an instance, or of a series that is divided: the event exists, and recurs. */
const isOfSeries = ({ change }: PendingWriteRow) => change?.instance !== undefined || change?.existing === true;

/**
 * An event that the application did not create is never created again, and changed only while it does not recur, unless the write is about
 * instances of it.
 */
export function targetOf(write: PendingWriteRow, { uid, href, etag, event_id }: EventRow): WriteTarget {
  const isCreation = write.change?.created !== undefined;
  const isExternal = event_id === null && !isCreation;
  const mustExist = isExternal || isOfSeries(write) || write.awaits_conference;
  return { uid, href, etag, mustExist, mustNotRecur: isExternal && !isAnswer(write) && !isOfSeries(write) };
}

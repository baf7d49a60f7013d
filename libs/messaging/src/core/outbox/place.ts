/** The place of a message in an outbox or in the embedded log: ordered by the transaction that wrote it, then by its id. */
export interface Place {
  /** PostgreSQL's transaction id (xid8), as text. */
  readonly xid: string;
  readonly id: string;
}

/** Before the first message. */
export const beginning: Place = { xid: '0', id: '0' };

/** Negative: `one` is before `other`. */
export function compare(one: Place, other: Place): number {
  const [first, second] = one.xid === other.xid ? [one.id, other.id] : [one.xid, other.xid];
  return first.length - second.length || (first < second ? -1 : first > second ? 1 : 0);
}

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { sign, verify } from '../../http/signed.js';
import { retentionMs } from '../delete-old-changes.js';
import type { LogOwner, Place } from './changes.queries.js';

/** Whose log, the place in it, and when everything before that had been read (epoch ms). */
const shape = z.tuple([z.string(), z.string().regex(/^\d{1,20}$/), z.number().int().nonnegative(), z.number().int()]);

const nameOf = (owner: LogOwner) =>
  'accountId' in owner ? `changes of account ${owner.accountId}` : `changes of application ${owner.clientId}`;

/** Of these cursors alone: one of the log is no page of events, which have the gateway's key itself. */
const keyOf = (key: Buffer): Buffer => createHmac('sha256', key).update('changes').digest();

export interface ChangeCursor {
  owner: LogOwner;
  place: Place;
  /** Epoch ms. */
  at: number;
}

/** A cursor, opaque and signed. */
export const encodeChangeCursor = ({ owner, place, at }: ChangeCursor, key: Buffer): string =>
  sign([nameOf(owner), place.xid, place.seq, at], keyOf(key));

/**
 * The place of a cursor. Refused: one that was not issued here, is another's, or is older than changes are kept. `now`:
 * epoch ms.
 */
export function decideCursor(
  text: string,
  { owner, key, now }: { owner: LogOwner; key: Buffer; now: number },
): Place | 'invalid' | 'expired' {
  const parsed = shape.safeParse(verify(text, keyOf(key)));
  if (!parsed.success) return 'invalid';
  const [name, xid, seq, at] = parsed.data;
  if (name !== nameOf(owner)) return 'invalid';
  return now - at > retentionMs ? 'expired' : { xid, seq };
}

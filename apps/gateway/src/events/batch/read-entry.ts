import type { batchBody } from '@kalends/public-api';
import type { z } from 'zod';
import type { Caller } from '../../http/caller.js';
import { insufficientScope, Refusal } from '../../http/refusals.js';
import type { Write } from '../accept-write/write.js';
import { deletionIn, upsertIn } from '../accept-write/writes-of.js';

type Entry = z.output<typeof batchBody>['batch'][number];

/** A parsed entry of a batch: an event write, another request, or a refused one. */
export type ReadEntry =
  { kind: 'write'; writes: Write[] } | { kind: 'request'; method: 'POST' | 'DELETE'; url: string } | Refusal;

/** Operations allowed in a batch. */
const allowed = [/^(POST|DELETE) \/v1\/calendars\/[^/?#]+\/events$/, /^(POST|DELETE) \/v1\/available_periods$/];

const notAllowed = {
  error: 'not_allowed',
  description: 'A batch may contain only upserts and deletions of events and available periods.',
};

/** A calendar's address as clients write it. Any other form is left to the server's router. */
const events = /^\/v1\/calendars\/((?:[\w.~-]|%[0-9A-Fa-f]{2}){1,8192})\/events$/;

function calendarIn(url: string): string | null {
  const encoded = events.exec(url)?.[1];
  if (encoded === undefined || encoded.includes('%00')) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** Parses an entry for its caller. `now`: epoch ms. */
export function readEntry(entry: Entry, { accountId, scope }: Caller, now: number): ReadEntry {
  const method = (entry.method ?? 'POST').toUpperCase() as 'POST' | 'DELETE';
  const url = entry.relative_url.startsWith('/') ? entry.relative_url : `/${entry.relative_url}`;
  if (!allowed.some((pattern) => pattern.test(`${method} ${url}`))) return new Refusal(422, notAllowed);
  const calendarId = calendarIn(url);
  if (calendarId === null) return { kind: 'request', method, url };
  const needed = method === 'POST' ? 'create_event' : 'delete_event';
  if (!scope.includes(needed)) return insufficientScope([needed]);
  const place = { accountId, calendarId, now };
  try {
    return { kind: 'write', writes: method === 'POST' ? upsertIn(entry.data, place) : [deletionIn(entry.data, place)] };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

import { instantMs } from '@kalends/icalendar';
import { listCallbacks, listCallbacksNextPage, listChanges, readCallback } from '@kalends/public-api';
import { sha256 } from '@kalends/security';
import { callEndpoint, type CallRefused, type ResponseBody } from '../call-endpoint.js';
import type { AdminAccess } from '../find-admin-access.js';
import { overlapMs, pastCallback, type Position } from './position.js';

/** What is forwarded. */
export interface Message {
  /** Its `webhook-id`. */
  id: string;
  type: string;
  /** The text that is sent; undefined: it no longer exists. */
  body: string | undefined;
  /** How far one is when it was forwarded. */
  after: Position;
}

/** An application's secret as the key of its own calls. */
export type ByApplication = AdminAccess;

type Callback = ResponseBody<typeof listCallbacks>['callbacks'][number];
type Read<T> = { ok: true; value: T } | CallRefused;

/** More waiting callbacks than these are not forwarded: the oldest are left out. */
const mostCallbacks = 1_000;

/** Epoch ms, to the second. */
const storedAt = ({ created_at }: Callback): number => instantMs(created_at.replace(/\.\d+Z$/, 'Z')) ?? 0;

/** Callbacks since a minute before `newest`, or before the newest of all; newest first. */
async function recentCallbacks(access: ByApplication, newest: number | null): Promise<Read<Callback[]>> {
  const found: Callback[] = [];
  let called = await callEndpoint(access, listCallbacks);
  for (;;) {
    if (!called.ok) return called;
    const { callbacks, pages } = called.answer;
    found.push(...callbacks);
    const since = (newest ?? (found[0] ? storedAt(found[0]) : 0)) - overlapMs;
    const cursor = pages.next_page?.split('/').at(-1);
    const isOver = callbacks.some((one) => storedAt(one) < since) || found.length >= mostCallbacks;
    if (!cursor || isOver) return { ok: true, value: found.filter((one) => storedAt(one) >= since) };
    called = await callEndpoint(access, listCallbacksNextPage, { params: { cursor } });
  }
}

/** The position after everything that there is now. */
export async function currentPosition(access: ByApplication): Promise<Read<Position>> {
  const changes = await callEndpoint(access, listChanges);
  if (!changes.ok) return changes;
  const recent = await recentCallbacks(access, null);
  if (!recent.ok) return recent;
  const start: Position = { cursor: changes.answer.next_cursor, newest: null, seen: {} };
  const value = recent.value.reduce((at, one) => pastCallback(at, one.callback_id, storedAt(one)), start);
  return { ok: true, value };
}

/** The callbacks that were not forwarded yet, oldest first; `isCut`: there are more, which are older. */
export async function nextCallbacks(
  access: ByApplication,
  position: Position,
): Promise<Read<{ callbacks: Callback[]; isCut: boolean }>> {
  const recent = await recentCallbacks(access, position.newest);
  if (!recent.ok) return recent;
  const callbacks = recent.value.filter(({ callback_id }) => !Object.hasOwn(position.seen, callback_id)).reverse();
  return { ok: true, value: { callbacks, isCut: callbacks.length >= mostCallbacks } };
}

/** A callback with its body. */
export async function messageOf(access: ByApplication, one: Callback, position: Position): Promise<Read<Message>> {
  const { callback_id: id, type } = one;
  const called = await callEndpoint(access, readCallback, { params: { callback_id: id } });
  if (!called.ok && called.status !== 404) return called;
  const body = called.ok ? called.answer.body : undefined;
  return { ok: true, value: { id, type, body, after: pastCallback(position, id, storedAt(one)) } };
}

/**
 * The next changes, as messages; those that the application made itself are passed over, or its handler could answer itself for
 * ever. The last one has the cursor after all that was read.
 */
export async function nextChanges(access: ByApplication, position: Position) {
  const called = await callEndpoint(access, listChanges, { query: { cursor: position.cursor, limit: '1000' } });
  if (!called.ok) return called;
  const { changes, next_cursor } = called.answer;
  const messages = changes
    .filter(({ own }) => !own)
    .map((change) => ({
      id: `chg_${sha256(change.cursor).slice(0, 24)}`,
      type: change.type,
      body: JSON.stringify({ notification: { type: change.type }, change }),
      cursor: change.cursor,
    }));
  return { ok: true as const, value: { messages, cursor: next_cursor } };
}

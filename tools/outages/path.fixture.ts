import { waitUntil } from '@kalends/testing';
import { sendReply, type MailServer } from '../k8s/reply-mail.fixture.js';
import type { Application } from './application.fixture.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const interval = 250;

export const isoAt = (instant: number): string => new Date(instant).toISOString().replace('.000', '');

/** A day outside the month of the load, at noon UTC. */
export const noon = (Math.floor(Date.now() / dayMs) + 60) * dayMs + dayMs / 2;

/** Sends a request, which must succeed; returns the text of its response. */
export type Post = (path: string, token: string, body: object) => Promise<string>;

const once =
  (application: Application): Post =>
  async (path, token, body) => {
    const { status, text } = await application.request('POST', path, token, body);
    if (status < 200 || status > 299) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };

interface PathOptions {
  /** When the event begins, by default {@link noon}. */
  start?: number;
  post?: Post;
  /** How long each effect may take, ms. */
  within?: number;
}

/** Whether the user is free in the hour from `start`. */
export async function isFree(application: Application, start: number, post = once(application)): Promise<boolean> {
  const { secret, user } = application;
  const text = await post('/v1/availability', secret, {
    participants: [{ members: [{ sub: user.sub }], required: 'all' }],
    required_duration: { minutes: 60 },
    query_periods: [{ start: isoAt(start), end: isoAt(start + hourMs) }],
  });
  return (JSON.parse(text) as { available_periods: unknown[] }).available_periods.length > 0;
}

/** An event is accepted, read at once, and counts as busy in availability. */
export async function writeAndRead(application: Application, name: string, options: PathOptions = {}): Promise<void> {
  const { start = noon, post = once(application), within: timeout = 60_000 } = options;
  const { user } = application;
  const event = { event_id: name, summary: name, start: isoAt(start), end: isoAt(start + hourMs) };
  await post(`/v1/calendars/${user.calendar_id}/events`, user.access_token!, event);
  const found = await application.summaries(isoAt(start - dayMs), isoAt(start + dayMs));
  if (!found.includes(name)) throw new Error(`${name} is not among ${found.join(', ')}`);
  const isBusy = async () => !(await isFree(application, start, post));
  await waitUntil(isBusy, { timeout, interval, what: `${name} to be busy time` });
}

/** Creates an invite; returns its iCalendar text. */
export async function invite(application: Application, id: string, post = once(application)): Promise<string> {
  const text = await post('/v1/smart_invites', application.secret, {
    method: 'request',
    smart_invite_id: id,
    callback_url: application.callbackUrl,
    recipient: { email: 'ann@example.com' },
    event: { summary: 'Planning', tzid: 'Etc/UTC', start: isoAt(noon), end: isoAt(noon + hourMs) },
  });
  return (JSON.parse(text) as { attachments: { icalendar: string } }).attachments.icalendar;
}

/** Waits until a reply to the invite has become exactly one callback. */
export const delivered = (application: Application, id: string, timeout = 60_000): Promise<unknown> =>
  waitUntil(() => application.callbacks.get(id)?.size === 1, { timeout, interval, what: `a callback for ${id}` });

/** An invite is created, answered by mail, and its reply becomes exactly one callback. */
export async function inviteAndReply(
  application: Application,
  server: MailServer,
  id: string,
  { post, within }: Omit<PathOptions, 'start'> = {},
): Promise<void> {
  await sendReply(server, await invite(application, id, post));
  await delivered(application, id, within);
}

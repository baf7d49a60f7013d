import { waitUntil } from '@kalends/testing';
import { sendReply } from '../../k8s/reply-mail.fixture.js';
import type { Application } from '../../outages/application.fixture.js';
import type { Installation } from './installation.fixture.js';

const dayMs = 86_400_000;
const isoAt = (instant: number) => new Date(instant).toISOString().replace('.000', '');
const soon = { timeout: 60_000, interval: 250 };

/** A day outside the month of the load, at noon UTC. */
const noon = (Math.floor(Date.now() / dayMs) + 60) * dayMs + dayMs / 2;
const meeting = { start: isoAt(noon), end: isoAt(noon + 3_600_000) };

async function call(application: Application, path: string, token: string, body: object): Promise<string> {
  const { status, text } = await application.request('POST', path, token, body);
  if (status < 200 || status > 299) throw new Error(`${path}: ${status} ${text}`);
  return text;
}

/** An event is accepted, read at once, and counts as busy in availability. */
export async function writeAndRead(application: Application, name: string): Promise<void> {
  const { secret, user } = application;
  const event = { event_id: name, summary: name, ...meeting };
  await call(application, `/v1/calendars/${user.calendar_id}/events`, user.access_token!, event);
  const found = await application.summaries(isoAt(noon - dayMs), isoAt(noon + dayMs));
  if (!found.includes(name)) throw new Error(`${name} is not among ${found.join(', ')}`);
  const query = {
    participants: [{ members: [{ sub: user.sub }], required: 'all' }],
    required_duration: { minutes: 60 },
    query_periods: [meeting],
  };
  const isBusy = async () => {
    const answer = JSON.parse(await call(application, '/v1/availability', secret, query)) as { available_periods: [] };
    return answer.available_periods.length === 0;
  };
  await waitUntil(isBusy, { ...soon, what: `${name} to be busy time` });
}

/** An invite is created, answered by mail, and its reply becomes exactly one callback. */
export async function inviteAndReply(installation: Installation, application: Application, id: string): Promise<void> {
  const text = await call(application, '/v1/smart_invites', application.secret, {
    method: 'request',
    smart_invite_id: id,
    callback_url: application.callbackUrl,
    recipient: { email: 'ann@example.com' },
    event: { summary: 'Planning', tzid: 'Etc/UTC', ...meeting },
  });
  const { attachments } = JSON.parse(text) as { attachments: { icalendar: string } };
  await sendReply(await installation.mailServer(), attachments.icalendar);
  const isDelivered = () => application.callbacks.get(id)?.size === 1;
  await waitUntil(isDelivered, { ...soon, what: `a callback for ${id}` });
}

// The calls of the Kalends API that this application needs.
import { clientId, clientSecret, kalendsUrl, redirectUri, zone } from './settings.mjs';

/** A response other than success, in words that can be shown. */
export class Refused extends Error {
  constructor(status, text) {
    super(`Kalends, ${status}: ${text}`);
    this.status = status;
  }
}

async function call(method, path, { token, body, type = 'application/json' }) {
  const response = await fetch(path.startsWith('http') ? path : `${kalendsUrl}${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': type }) },
    body: body && (typeof body === 'string' ? body : JSON.stringify(body)),
    signal: AbortSignal.timeout(10_000),
  }).catch((error) => {
    throw new Refused(503, `${kalendsUrl} cannot be reached (${error.message}). Does it run?`);
  });
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, text);
  return text === '' ? {} : JSON.parse(text);
}

const requestTokens = (grant) =>
  call('POST', '/oauth/token', { body: { client_id: clientId, client_secret: clientSecret, ...grant } });

/** The tokens for a code of the journey, and `sub`, the account. */
export const redeem = (code, verifier) =>
  requestTokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier });

/** A call with the user's token; when that has expired, after an hour, with another one. */
async function asUser(user, method, path, body) {
  try {
    return await call(method, path, { token: user.access_token, body });
  } catch (error) {
    if (error.status !== 401) throw error;
    const grant = { grant_type: 'refresh_token', refresh_token: user.refresh_token };
    const tokens = await requestTokens(grant).catch(() => undefined);
    // revoked by the user: the 401 leads to the start
    if (!tokens) throw error;
    Object.assign(user, tokens);
    return call(method, path, { token: user.access_token, body });
  }
}

/** All calendars of the user, at all providers. */
export const listCalendars = async (user) => (await asUser(user, 'GET', '/v1/calendars')).calendars;

/** All events from one date to another, both inclusive, with times in the zone. */
export async function readEvents(user, from, to) {
  const query = new URLSearchParams({ tzid: zone, from, to });
  const events = [];
  for (let next = `/v1/events?${query}`; next;) {
    const page = await asUser(user, 'GET', next);
    events.push(...page.events);
    next = page.pages.next_page;
  }
  return events;
}

/** Free times of `minutes` between two instants. */
export async function findSlots(user, { minutes, start, end }) {
  const answer = await asUser(user, 'POST', '/v1/availability', {
    participants: [{ members: [{ sub: user.sub }], required: 'all' }],
    required_duration: { minutes },
    start_interval: { minutes: 30 },
    query_periods: [{ start, end }],
    response_format: 'overlapping_slots',
    max_results: 512,
  });
  return answer.available_slots;
}

/** Blocks a time for five minutes; refused with 409 when it is no longer free. */
export const holdTime = (user, { holdId, start, end }) =>
  asUser(user, 'POST', '/v1/holds', { hold_id: holdId, members: [{ sub: user.sub }], start, end, ttl: 300 });

/** Turns a hold into an event. */
export const confirmHold = (user, holdId, { calendarId, event }) =>
  asUser(user, 'POST', `/v1/holds/${holdId}/confirm`, { calendar_id: calendarId, event });

export const releaseHold = (user, holdId) => asUser(user, 'DELETE', `/v1/holds/${holdId}`);

/** Creates a Smart Invite: returns the texts to mail. Uses the API key, because the recipient has no account. */
export const createInvite = (invite) => call('POST', '/v1/smart_invites', { token: clientSecret, body: invite });

/** Hands over an answer that arrived in our own mailbox. */
export const submitReply = (mail) =>
  call('POST', '/v1/smart_invites/replies', { token: clientSecret, body: mail, type: 'message/rfc822' });

import { ProviderError, type NewCalendar } from '@kalends/provider-port/sync';
import type { GoogleApi } from './google-api.js';
import type { GoogleCalendar } from './resources.js';

/** Ends the description of a calendar that Kalends created; contains no personal data. */
const markerOf = (key: string): string => `kalends:${key}`;

const isCreatedBy = (
  { deleted, accessRole, summary, description }: GoogleCalendar,
  { key, name }: NewCalendar,
): boolean =>
  deleted !== true && accessRole === 'owner' && summary === name && (description ?? '').includes(markerOf(key));

/** White on dark colours, black on light ones: Google requires both colours or neither. */
function foregroundFor(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? '#000000' : '#ffffff';
}

/** The colour belongs to the user's list entry (calendarList), not to the calendar; the calendar works without it. */
async function setColor(api: GoogleApi, created: GoogleCalendar, color: string): Promise<GoogleCalendar> {
  const body = { backgroundColor: color, foregroundColor: foregroundFor(color) };
  const call = { method: 'PATCH' as const, query: { colorRgbFormat: 'true' }, body };
  try {
    const path = `/users/me/calendarList/${encodeURIComponent(created.id)}`;
    const { status } = await api.call<GoogleCalendar>(path, call);
    return status < 300 ? { ...created, backgroundColor: color } : created;
  } catch (error) {
    if (error instanceof ProviderError) return created;
    throw error;
  }
}

/**
 * Creates a calendar (calendars.insert). Google chooses the id and supports no condition, so the description contains a
 * marker derived from the key: `listed`, the user's current calendar list, shows it if an earlier request created the
 * calendar and its response was lost. If the user has renamed that calendar or rewritten its description, it is left to
 * them, and another one is created. Two concurrent requests would create two calendars: the caller runs them one at a
 * time.
 */
export async function createCalendar(
  api: GoogleApi,
  listed: readonly GoogleCalendar[],
  requested: NewCalendar,
): Promise<GoogleCalendar> {
  const { key, name, tzid, color } = requested;
  const existing = listed.find((one) => isCreatedBy(one, requested));
  if (existing) return existing;
  const body = { summary: name, timeZone: tzid, description: markerOf(key) };
  const answer = await api.call<GoogleCalendar>('/calendars', { method: 'POST', body });
  if (answer.status >= 300) {
    throw new ProviderError('unavailable', `Google answered ${answer.status} to a new calendar.`);
  }
  const created: GoogleCalendar = { accessRole: 'owner', ...answer.body };
  return color === undefined ? created : setColor(api, created, color);
}

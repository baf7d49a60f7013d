import { componentChange, ownStatus } from '@kalends/icalendar';
import {
  ProviderError,
  type RemoteCalendar,
  type RemoteEvent,
  type RequestedChange,
} from '@kalends/provider-port/sync';
import { calendarGone, fetchSeries, zoneOfCalendar } from './fetch-series.js';
import { eventPath, type GraphApi } from './graph-api.js';
import { remoteOf } from './read-series.js';
import type { GraphEvent } from './resources.js';

const actions = { accepted: 'accept', declined: 'decline', tentative: 'tentativelyAccept' } as const;

interface Answered {
  event: RemoteEvent;
  master: GraphEvent;
  write: RequestedChange;
}

/**
 * Answers an invitation as a change wants it, and the organizer is notified. Declining removes the event from the calendar; it
 * is returned as it was, with the answer.
 */
export async function answerInvitation(
  api: GraphApi,
  calendar: RemoteCalendar,
  { event, master, write }: Answered,
): Promise<RemoteEvent> {
  const { own_attendance: answer } = write.change;
  const component = event.series.master;
  if (!answer || !component || ownStatus(component, answer.addresses) === answer.status) return event;
  const { attendees, own_status } = componentChange(component, { own_attendance: answer });
  if (!attendees && !own_status) return event;
  if (master.isOrganizer) throw new ProviderError('refused', 'The organizer of an event cannot answer its invitation.');
  const path = `${eventPath(calendar.href, master.id)}/${actions[answer.status]}`;
  const { status } = await api.call(path, { method: 'POST', body: { sendResponse: true } });
  if (status === 404) throw calendarGone();
  if (status >= 300) throw new ProviderError('unavailable', `Microsoft answered ${status} to an answer.`);
  const after = await fetchSeries(api, calendar, master.id);
  const read = after && remoteOf(after, zoneOfCalendar(calendar));
  const now = read && typeof read !== 'string' ? read : event;
  // the answer is accepted before it is done (202)
  const answered = { ...(attendees ? { attendees } : {}), ...(own_status ? { own_status } : {}) };
  return { ...now, series: { ...now.series, master: { ...(now.series.master ?? component), ...answered } } };
}

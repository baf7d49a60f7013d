import type { InvitedEvent } from '@kalends/contracts';
import type { EventComponent } from '@kalends/icalendar';
import { timeOf } from '../events/times.js';

function locationOf({ location }: InvitedEvent): EventComponent['location'] {
  const filled = Object.entries(location ?? {}).filter(([, value]) => value);
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** The address of an explicit conference is also the location, if that is empty (INV-13). */
function withConference({ conferencing }: InvitedEvent, component: EventComponent): EventComponent {
  if (!conferencing?.join_url || conferencing.profile_id === 'none') return component;
  const { join_url, provider_description: name } = conferencing;
  const location = component.location?.description
    ? component.location
    : { ...component.location, description: join_url };
  return { ...component, location, conference_url: join_url, ...(name && { conference_name: name }) };
}

/** The event in the invite's text; without TRANSP an all-day event is transparent, a timed one opaque (EVT-14). */
export function componentOf(event: InvitedEvent): EventComponent {
  const start = timeOf(event.start, event.tzid);
  const location = locationOf(event);
  return withConference(event, {
    summary: event.summary,
    ...(event.description && { description: event.description }),
    start,
    end: timeOf(event.end, event.tzid),
    ...(location && { location }),
    status: 'confirmed',
    transparency: event.transparency ?? ('date' in start ? 'transparent' : 'opaque'),
    ...(event.url && { url: event.url }),
    ...(event.color && { color: event.color }),
    ...(typeof event.event_private === 'boolean' && { event_private: event.event_private }),
    ...(event.reminders && { reminders: event.reminders.map(({ minutes }) => minutes) }),
  });
}

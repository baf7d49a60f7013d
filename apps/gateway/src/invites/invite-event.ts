import type { InvitedEvent } from '@kalends/public-api';
import { fillConferencePlaceholders, hasConferencePlaceholder, type EventComponent } from '@kalends/icalendar';
import { checkLocale } from '../events/conference-locale.js';
import { timeOf } from '../events/times.js';
import { transparencyOf } from '../events/transparency.js';

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

/** The texts with placeholders for the conference filled (INV-14). Throws a refusal of another language than English. */
function withFilledTexts({ locale }: InvitedEvent, component: EventComponent): EventComponent {
  const { description, location, conference_url } = component;
  const place = location?.description;
  if (!hasConferencePlaceholder(description) && !hasConferencePlaceholder(place)) return component;
  checkLocale(locale, 'event.locale');
  const fill = (text: string) => fillConferencePlaceholders(text, conference_url);
  return {
    ...component,
    ...(description !== undefined && { description: fill(description) }),
    ...(place !== undefined && { location: { ...location, description: fill(place) } }),
  };
}

/** The event in the invite's text; without TRANSP an all-day event is transparent, a timed one opaque (EVT-14). */
export function componentOf(event: InvitedEvent): EventComponent {
  const start = timeOf(event.start, event.tzid);
  const location = locationOf(event);
  const { transparency, extended_transparency: extended } = transparencyOf(event);
  const component = withConference(event, {
    summary: event.summary,
    ...(event.description && { description: event.description }),
    start,
    end: timeOf(event.end, event.tzid),
    ...(location && { location }),
    status: 'confirmed',
    transparency: transparency ?? ('date' in start ? 'transparent' : 'opaque'),
    ...(extended && { extended_transparency: extended }),
    ...(event.categories?.length && { categories: event.categories }),
    ...(event.url && { url: event.url }),
    ...(event.color && { color: event.color }),
    ...(typeof event.event_private === 'boolean' && { event_private: event.event_private }),
    ...(event.reminders && { reminders: event.reminders.map(({ minutes }) => minutes) }),
  });
  return withFilledTexts(event, component);
}

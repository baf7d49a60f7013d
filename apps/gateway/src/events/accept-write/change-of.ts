import type { EventChange } from '@kalends/contracts';
import type { EditExternalEventBody } from '@kalends/public-api';
import { recurrenceOf, timeOf } from '../times.js';
import { transparencyOf } from '../transparency.js';

/** The members of an event in a request, each of which may be omitted. */
export type WrittenEvent = Omit<EditExternalEventBody, 'event_uid'>;

type People = NonNullable<WrittenEvent['attendees']>['invite'];

const peopleOf = (people: People) =>
  (people ?? []).map(({ email, display_name }) => (display_name ? { email, display_name } : { email }));

function locationOf({ location }: WrittenEvent): EventChange['location'] {
  if (!location) return location;
  const filled = Object.entries(location).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

type Times = Pick<EventChange, 'start' | 'end' | 'recurrence'>;

/** When it takes place; times are kept as wall clock readings in their zone, instants beside them if `areInstantsKept`. */
function timesOf({ start, end, tzid, recurrence }: WrittenEvent, areInstantsKept: boolean): Times {
  const read = (time: NonNullable<WrittenEvent['start']>) => timeOf(time, tzid, { isInstantKept: areInstantsKept });
  return {
    ...(start === undefined ? {} : { start: read(start), recurrence: recurrenceOf({ start, tzid, recurrence }) }),
    ...(end === undefined ? {} : { end: read(end) }),
  };
}

interface ChangeOptions {
  conferencing: EventChange['conferencing'];
  areInstantsKept?: boolean;
}

/** Converts the body to an {@link EventChange}; a recurrence only counts with its start. */
export function changeOf(body: WrittenEvent, { conferencing, areInstantsKept = false }: ChangeOptions): EventChange {
  const { attendees } = body;
  return {
    summary: body.summary,
    description: body.description === '' ? null : body.description,
    ...timesOf(body, areInstantsKept),
    location: locationOf(body),
    url: body.url,
    color: body.color,
    event_private: body.event_private,
    categories: body.categories,
    tags: body.tags,
    reminders: body.reminders && body.reminders.map(({ minutes }) => minutes),
    reminders_create_only: body.reminders_create_only ?? undefined,
    ...transparencyOf(body),
    conferencing,
    attendees: attendees
      ? {
          invite: peopleOf(attendees.invite),
          remove: [...(attendees.remove ?? []), ...(attendees.reject ?? [])].map(({ email }) => ({ email })),
        }
      : undefined,
  };
}

import { type CalendarRecord, type EventChange, type EventRecord, type UpsertEventBody } from '@kalends/contracts';
import { applySeriesChange, toIso } from '@kalends/icalendar';
import { recurrenceOf, timeOf } from '../times.js';
import { transparencyOf } from '../transparency.js';
import type { Decision } from './accept-write.js';
import { decideConference, type ConferenceContext } from './decide-conference.js';

type People = NonNullable<UpsertEventBody['attendees']>['invite'];

const peopleOf = (people: People) =>
  (people ?? []).map(({ email, display_name }) => (display_name ? { email, display_name } : { email }));

function locationOf({ location }: UpsertEventBody): EventChange['location'] {
  if (!location) return location;
  const filled = Object.entries(location).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

/** Converts the body to an {@link EventChange}; times are kept as wall clock readings in their zone. */
function changeOf(body: UpsertEventBody, conferencing: EventChange['conferencing']): EventChange {
  const { attendees } = body;
  return {
    summary: body.summary,
    description: body.description === '' ? null : body.description,
    start: timeOf(body.start, body.tzid),
    end: timeOf(body.end, body.tzid),
    recurrence: recurrenceOf(body),
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

function changeWithConference(body: UpsertEventBody, context: ConferenceContext): EventChange {
  const { conferencing, texts } = decideConference(body, context);
  return changeOf(texts ? { ...body, ...texts } : body, conferencing);
}

/** The event after the upsert, as a reader sees it. A deleted event starts afresh. `now`: epoch ms. */
export function decideUpsert(body: UpsertEventBody, accountId: string, now: number) {
  return (present: EventRecord | null, calendar: CalendarRecord, eventUid: string): Decision => {
    const kept = present && !present.deleted ? present : null;
    const change = changeWithConference(body, { calendar, present: kept?.series.master ?? null, now });
    const record: EventRecord = {
      kind: 'event',
      account_id: accountId,
      calendar_id: calendar.calendar_id,
      event_uid: eventUid,
      event_id: body.event_id,
      revision: present?.revision ?? 0,
      command: 0,
      deleted: false,
      changed_at: now,
      floating_tzid: calendar.tzid,
      own_addresses: calendar.own_addresses ?? kept?.own_addresses ?? [],
      series: applySeriesChange(kept?.series ?? null, change, { uid: `${eventUid}@kalends`, now: toIso(now) }),
    };
    return { operation: 'upsert', change, record };
  };
}

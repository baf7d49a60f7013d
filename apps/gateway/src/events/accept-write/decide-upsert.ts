import type { EventChange, EventRecord } from '@kalends/contracts';
import { recordAfterWrite } from '@kalends/event-writes';
import { type UpsertEventBody } from '@kalends/public-api';
import type { Decision, WrittenCalendar } from './write.js';
import { checkAttendees } from './bounded-event.js';
import { changeOf } from './change-of.js';
import { checkRecurrence } from './check-recurrence.js';
import { decideConference, type ConferenceContext } from './decide-conference.js';

function changeWithConference(body: UpsertEventBody, context: ConferenceContext): EventChange {
  const { conferencing, texts } = decideConference(body, context);
  // only the built-in calendar has no other place that keeps an instant, or a local time in its stead (EVT-44)
  const areInstantsKept = context.calendar.provider === 'kalends';
  return changeOf(texts ? { ...body, ...texts } : body, { conferencing, areInstantsKept });
}

/** The event after the upsert, as a reader sees it. A deleted event starts afresh. Throws a 422. `now`: epoch ms. */
export function decideUpsert(body: UpsertEventBody, accountId: string, now: number) {
  return (present: EventRecord | null, calendar: WrittenCalendar, eventUid: string): Decision => {
    const kept = present && !present.deleted ? present : null;
    const series = kept?.series ?? null;
    const context = { calendar, present: series?.master ?? null, now };
    const change = changeWithConference(body, context);
    const write = { operation: 'upsert' as const, change, accepted_at: now };
    const { event_id } = body;
    const place = { account_id: accountId, calendar_id: calendar.calendar_id, event_uid: eventUid, event_id };
    const { own_addresses = kept?.own_addresses ?? [], tzid: floating_tzid } = calendar;
    const record = recordAfterWrite(present, write, { ...place, own_addresses, floating_tzid });
    checkRecurrence(change, calendar.provider, { before: series, after: record.series });
    checkAttendees(change, record);
    return { operation: 'upsert', change, record };
  };
}

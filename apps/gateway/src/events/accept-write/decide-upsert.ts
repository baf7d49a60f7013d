import { type EventChange, type EventRecord } from '@kalends/contracts';
import { type UpsertEventBody } from '@kalends/public-api';
import { applySeriesChange, toIso } from '@kalends/icalendar';
import type { Decision, WrittenCalendar } from './accept-write.js';
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
      series: applySeriesChange(series, change, { uid: `${eventUid}@kalends`, now: toIso(now) }),
    };
    checkRecurrence(change, calendar.provider, { before: series, after: record.series });
    checkAttendees(change, record);
    return { operation: 'upsert', change, record };
  };
}

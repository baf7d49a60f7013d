import { toIso } from '@kalends/icalendar';
import { isAllDay, type FoundEvent, type FoundOccurrence, type LoggedStep } from './inspect-events.queries.js';

type State = 'synced' | 'pending' | 'refused';

const stateOf = (isPending: boolean, isRefused: boolean): State =>
  isPending ? 'pending' : isRefused ? 'refused' : 'synced';

const originOf = (managed: boolean) => (managed ? ('application' as const) : ('others' as const));

/** An event as the operator is shown it; its title only with details. */
export function presentOccurrence(found: FoundOccurrence, showsDetails: boolean) {
  const { calendar_id, event_uid, instance, start_ms, end_ms, summary } = found;
  const allDay = isAllDay(found);
  const show = (ms: number) => (allDay ? toIso(ms).slice(0, 10) : toIso(ms));
  return {
    calendar_id,
    event_uid,
    instance,
    start: show(start_ms),
    end: show(end_ms),
    all_day: allDay,
    origin: originOf(found.managed),
    state: stateOf(found.is_pending, found.is_refused),
    summary: showsDetails ? summary : null,
  };
}

export interface Step {
  at: string;
  what: string;
  by: 'application' | 'others' | 'kalends';
  detail: string | null;
}

const words = new Map(
  Object.entries({
    event_changed: 'changed',
    event_deleted: 'deleted',
    event_write_refused: 'refused',
    event_entered_window: 'entered the window of reads',
  }),
);

function stepOf({ type, own, occurred_ms, reason }: LoggedStep): Step {
  const what = own && type === 'event_changed' ? 'accepted' : (words.get(type) ?? type);
  const by =
    type === 'event_entered_window' ? 'kalends' : type === 'event_write_refused' || !own ? 'others' : 'application';
  return { at: toIso(occurred_ms), what, by, detail: reason };
}

/** The steps of an event's life, in order: of the log, and what its state adds. */
export function presentSteps(event: FoundEvent, logged: readonly LoggedStep[]): Step[] {
  const steps = logged.map(stepOf);
  if (event.accepted_ms !== null) {
    const detail = `Write ${event.pending_command} waits until its provider has confirmed it.`;
    return [...steps, { at: toIso(event.accepted_ms), what: 'accepted', by: 'application', detail }];
  }
  if (event.revision === 0 || event.deleted) return steps;
  const detail = `Reads return the record with revision ${event.revision}${event.command > 0 ? `, which includes write ${event.command}` : ''}.`;
  return [...steps, { at: toIso(event.revision), what: 'shown', by: 'kalends', detail }];
}

const presentRefusal = ({ operation, reason, refused_at }: NonNullable<FoundEvent['refused_write']>) => ({
  operation,
  reason,
  refused_at,
});

/** The event itself. */
export const presentEvent = (
  event: FoundEvent,
  { calendarId, eventUid, showsDetails }: { calendarId: string; eventUid: string; showsDetails: boolean },
) => ({
  calendar_id: calendarId,
  event_uid: eventUid,
  origin: originOf(event.managed),
  state: stateOf(event.pending_command !== null, event.is_refused),
  summary: showsDetails ? event.summary : null,
  event_id: event.event_id,
  deleted: event.deleted,
  recurring: event.recurring,
  command: event.command,
  revision: event.revision,
  pending_command: event.pending_command,
  ...(event.refused_write ? { refused_write: presentRefusal(event.refused_write) } : {}),
});

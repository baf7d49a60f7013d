import type { ProviderWritesReply, WaitingWrite } from '@kalends/contracts';
import { toIso, type EpochMs } from '@kalends/icalendar';
import { adviceOnRefusal, adviceOnWaiting } from '../../provider-writes/advice.js';
import { deletedCalendar } from '../../provider-writes/deleted-calendar.js';
import { isAllDay, type FoundEvent, type FoundOccurrence, type LoggedStep } from './inspect-events.queries.js';

type State = 'synced' | 'pending' | 'refused';

const stateOf = (isPending: boolean, isRefused: boolean): State =>
  isPending ? 'pending' : isRefused ? 'refused' : 'synced';

const originOf = (managed: boolean) => (managed ? ('application' as const) : ('others' as const));

/** An event as the operator is shown it; its title only with details. `isWaiting`: its provider has not confirmed a write. */
export function presentOccurrence(
  found: FoundOccurrence,
  { showsDetails, isWaiting }: { showsDetails: boolean; isWaiting: boolean },
) {
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
    state: stateOf(found.is_pending || isWaiting, found.is_refused),
    summary: showsDetails ? summary : null,
  };
}

/** What happened from `began_at` to `at`; `command`: of the write that it belongs to. */
export interface Step {
  began_at: string;
  at: string;
  what: string;
  by: 'application' | 'others' | 'kalends';
  detail: string | null;
  advice: string | null;
  command: number | null;
  request_id: string | null;
}

type Told = Pick<Step, 'what' | 'by' | 'detail'> & Partial<Pick<Step, 'advice' | 'command' | 'request_id'>>;

/** With milliseconds: most steps take no second. */
const instant = (ms: EpochMs): string => new Date(ms).toISOString();

const step = (began: EpochMs, at: EpochMs, told: Told): Step => ({
  began_at: instant(Math.min(began, at)),
  at: instant(at),
  advice: null,
  command: null,
  request_id: null,
  ...told,
});

const words = new Map(
  Object.entries({
    event_changed: 'changed',
    event_deleted: 'deleted',
    event_entered_window: 'entered the window of reads',
  }),
);

const ofOthers = (type: string) => (type === 'event_entered_window' ? 'kalends' : 'others');

/** A write of the application, from its request to the commit that makes it visible. */
function acceptedStep({ type, occurred_ms, received_ms, command, request_id }: LoggedStep): Step {
  const does = type === 'event_deleted' ? 'deletes it' : 'creates or changes it';
  const named = command === null ? 'The write' : `Write ${command}`;
  const detail = `${named} ${does}; reads show that from now on.`;
  return step(received_ms ?? occurred_ms, occurred_ms, {
    what: 'accepted',
    by: 'application',
    detail,
    command,
    request_id,
  });
}

interface Known {
  event: FoundEvent;
  /** Null: calendar-sync did not answer. */
  writes: ProviderWritesReply | null;
  now: EpochMs;
}

function loggedSteps(logged: readonly LoggedStep[], { event }: Known): Step[] {
  const accepted = new Map(logged.flatMap((one) => (one.own && one.command !== null ? [[one.command, one]] : [])));
  return logged.map((one) => {
    if (one.own) return acceptedStep(one);
    const { type, occurred_ms, reason, code } = one;
    if (type !== 'event_write_refused')
      return step(occurred_ms, occurred_ms, { what: words.get(type) ?? type, by: ofOthers(type), detail: reason });
    const isLast = one === logged.findLast((other) => other.type === type);
    const command = isLast ? event.refused_command : null;
    const began = (command === null ? undefined : accepted.get(command))?.occurred_ms ?? occurred_ms;
    const advice = adviceOnRefusal({ code, reason: reason ?? '' });
    return step(began, occurred_ms, { what: 'refused', by: 'others', detail: reason, advice, command });
  });
}

const times = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`);

function waitingStep(
  { command, accepted_at, attempts, last_error, next_attempt_at }: WaitingWrite,
  now: EpochMs,
): Step {
  const next = next_attempt_at > now ? ` The next one is due at ${toIso(next_attempt_at)}.` : '';
  const tried =
    last_error === null ? 'Its provider has not answered yet.' : `After ${times(attempts)}: ${last_error}${next}`;
  return step(accepted_at, now, {
    what: 'waits for its provider',
    by: 'kalends',
    detail: tried,
    advice: adviceOnWaiting(last_error),
    command,
  });
}

/** What a provider has done with writes, and what still waits for it. */
function providerSteps(logged: readonly LoggedStep[], { event, writes, now }: Known): Step[] {
  const steps = (writes?.waiting ?? []).map((one) => waitingStep(one, now));
  const { written } = writes ?? {};
  const accepted = written && logged.find(({ own, command }) => own && command === written.command);
  if (written && accepted) {
    const detail = `Its provider has write ${written.command}, after ${times(written.attempts)}.`;
    steps.push(
      step(accepted.occurred_ms, written.at, { what: 'written', by: 'kalends', detail, command: written.command }),
    );
  }
  const { pending_command: command, accepted_ms } = event;
  if (command !== null && accepted_ms !== null && !steps.some((one) => one.command === command)) {
    const detail = writes
      ? `Write ${command} has not reached the service that writes to providers yet.`
      : `Write ${command} is not confirmed, and the service that writes to providers does not answer.`;
    steps.push(step(accepted_ms, now, { what: 'waits', by: 'kalends', detail, command }));
  }
  return steps;
}

/** The steps of an event's life, in order of their ends: of the log, of its provider, and what its state adds. */
export function presentSteps(logged: readonly LoggedStep[], known: Known): Step[] {
  const { event } = known;
  const steps = [...loggedSteps(logged, known), ...providerSteps(logged, known)];
  if (event.pending_command === null && event.revision > 0 && !event.deleted) {
    const detail = `Reads return the record with revision ${event.revision}${event.command > 0 ? `, which includes write ${event.command}` : ''}.`;
    // the gateway decides a record just before it accepts the write
    const since = logged.find(({ own, command }) => own && command === event.command)?.occurred_ms ?? 0;
    const at = Math.max(event.revision, since);
    steps.push(step(at, at, { what: 'shown', by: 'kalends', detail, command: event.command || null }));
  }
  if (event.calendar_deleted_ms !== null) {
    const { description: detail, advice } = deletedCalendar;
    const at = event.calendar_deleted_ms;
    steps.push(step(at, at, { what: 'calendar deleted', by: 'others', detail, advice }));
  }
  return steps.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const presentRefusal = ({ operation, reason, code, refused_at }: NonNullable<FoundEvent['refused_write']>) => ({
  operation,
  reason,
  ...(code === undefined ? {} : { code }),
  refused_at: toIso(refused_at),
  advice: adviceOnRefusal({ code, reason }),
});

/** When it is, and in which zones it was written and is read. */
function presentTimes({ start_ms, end_ms, class: cls, start_tzid, calendar_tzid, default_tzid }: FoundEvent) {
  const allDay = cls !== null && isAllDay({ class: cls });
  const show = (ms: number | null) => (ms === null ? null : allDay ? toIso(ms).slice(0, 10) : toIso(ms));
  const zones = { start_tzid, calendar_tzid, default_tzid };
  return { start: show(start_ms), end: show(end_ms), all_day: allDay, ...zones };
}

/** The event itself. */
export const presentEvent = (
  event: FoundEvent,
  {
    calendarId,
    eventUid,
    showsDetails,
    isWaiting,
  }: { calendarId: string; eventUid: string; showsDetails: boolean; isWaiting: boolean },
) => ({
  calendar_id: calendarId,
  event_uid: eventUid,
  origin: originOf(event.managed),
  state: stateOf(event.pending_command !== null || isWaiting, event.is_refused),
  summary: showsDetails ? event.summary : null,
  event_id: event.event_id,
  ...presentTimes(event),
  calendar_deleted_at: event.calendar_deleted_ms === null ? null : toIso(event.calendar_deleted_ms),
  deleted: event.deleted,
  recurring: event.recurring,
  command: event.command,
  revision: event.revision,
  pending_command: event.pending_command,
  ...(event.refused_write ? { refused_write: presentRefusal(event.refused_write) } : {}),
});

import type { EventChange } from '@kalends/contracts';
import {
  fillConferencePlaceholders,
  hasConferencePlaceholder,
  instantOf,
  isAllDay,
  joinLinkIn,
  utcMidnight,
  type EventComponent,
} from '@kalends/icalendar';
import { invalidField } from '../../http/refusals.js';
import { timeOf } from '../times.js';
import { checkLocale } from '../conference-locale.js';
import type { WrittenCalendar } from './write.js';
import type { WrittenEvent } from './change-of.js';

/** The state that a conference is decided by. */
export interface ConferenceContext {
  calendar: WrittenCalendar;
  /** The event as readers see it; null: there is none yet. */
  present: EventComponent | null;
  /** Epoch ms. */
  now: number;
}

type Conference = EventChange['conferencing'];
type Texts = Pick<WrittenEvent, 'description' | 'location'>;

const unavailable = () =>
  invalidField(
    'conferencing.profile_id',
    'integrated_conferencing_not_available',
    'The calendar has no integrated conferencing: use explicit, or a calendar with calendar_integrated_conferencing_available.',
  );

/** An event that does not recur and whose start has passed gets no conference: nobody would join it. */
function hasStarted({ start, tzid, recurrence }: WrittenEvent, { present, calendar, now }: ConferenceContext): boolean {
  if (recurrence?.rules.length) return false;
  if (start === undefined) return instantOf(present!.start, { floatingZone: calendar.tzid }) <= now;
  const time = timeOf(start, tzid);
  return (
    (isAllDay(time) ? utcMidnight(time.date) + 86_400_000 : instantOf(time, { floatingZone: calendar.tzid })) <= now
  );
}

/** The requested conference (EVT-23, EVT-24); undefined: as it is. Throws a refusal. */
function requested(body: WrittenEvent, context: ConferenceContext): Conference {
  const { conferencing } = body;
  const { calendar } = context;
  if (conferencing === undefined) return undefined;
  const isAvailable = calendar.integrated_conferencing === true;
  const profile = conferencing?.profile_id ?? 'none';
  if (conferencing?.join_url && profile === 'explicit') {
    const { join_url, provider_description: name } = conferencing;
    return { kind: 'explicit', join_url, ...(name ? { name } : {}) };
  }
  if (profile === 'none' || (profile === 'default' && !isAvailable)) return { kind: 'none' };
  if (!isAvailable) throw unavailable();
  return hasStarted(body, context) ? undefined : { kind: 'integrated' };
}

/** Where people will join: null: not known yet; undefined: there is no such place. */
function joinUrlAfter(conference: Conference, present: EventComponent | null): string | null | undefined {
  if (conference?.kind === 'explicit') return conference.join_url;
  if (conference?.kind === 'none') return undefined;
  const isAdded = joinLinkIn(present?.conference_url)?.provider_name === 'google_meet';
  const isKept = conference === undefined || isAdded;
  if (isKept) return present?.conference_pending ? null : present?.conference_url;
  return null;
}

function templatesIn({ description, location }: WrittenEvent) {
  const place = location?.description;
  return {
    ...(hasConferencePlaceholder(description) ? { description } : {}),
    ...(hasConferencePlaceholder(place) ? { location: place } : {}),
  };
}

/** Whether the write names texts whose placeholders the provider's answer is still to fill. */
const namesTexts = ({ description, location }: WrittenEvent) => description !== undefined || location !== undefined;

/**
 * The change of an event's conference, and its texts with placeholders filled as far as the conference is known
 * (EVT-26). A write that names texts while a conference is pending requests it again, so that its own texts are the ones
 * to be filled. Throws a refusal.
 */
export function decideConference(
  body: WrittenEvent,
  context: ConferenceContext,
): { conferencing: Conference; texts?: Texts } {
  const { present } = context;
  const wanted = requested(body, context);
  const isPending = present?.conference_pending === true;
  const conference = wanted ?? (isPending && namesTexts(body) ? { kind: 'integrated' as const } : undefined);
  const templates = templatesIn(body);
  if (Object.keys(templates).length === 0) return { conferencing: conference };
  checkLocale(body.locale);
  const joinUrl = joinUrlAfter(conference, present);
  const fill = (text: string) => fillConferencePlaceholders(text, joinUrl);
  const texts: Texts = {
    ...(templates.description === undefined ? {} : { description: fill(templates.description) }),
    ...(templates.location === undefined
      ? {}
      : { location: { ...body.location, description: fill(templates.location) } }),
  };
  return { conferencing: conference?.kind === 'integrated' ? { ...conference, templates } : conference, texts };
}

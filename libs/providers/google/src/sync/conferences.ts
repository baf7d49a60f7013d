import { createHash } from 'node:crypto';
import type { EventChange } from '@kalends/contracts';
import type { EpochMs, EventComponent } from '@kalends/icalendar';
import type { GoogleCalendar, GoogleConference, GoogleEvent } from './resources.js';

export const meet = 'hangoutsMeet';

/** Whether Google adds Google Meet to a calendar's events. */
export const offersMeet = ({ conferenceProperties }: GoogleCalendar): boolean =>
  conferenceProperties?.allowedConferenceSolutionTypes?.includes(meet) ?? false;

const videoOf = ({ entryPoints }: GoogleConference): string | undefined =>
  entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

type Conference = Pick<EventComponent, 'conference_url' | 'conference_name' | 'conference_pending'>;

/** The conference of an event in the model. Google's name of a conference of another service is shown if it has one. */
export function conferenceOf({ conferenceData = {}, hangoutLink }: GoogleEvent): Conference {
  const conference_url = videoOf(conferenceData) ?? hangoutLink;
  if (conference_url === undefined) {
    return conferenceData.createRequest?.status?.statusCode === 'pending' ? { conference_pending: true } : {};
  }
  const { key, name } = conferenceData.conferenceSolution ?? {};
  const isNamed = key?.type === 'addOn' && name && name !== hostOf(conference_url);
  return { conference_url, ...(isNamed ? { conference_name: name } : {}) };
}

/** What identifies the write that a conference is requested by: the event, and when it was accepted. */
export interface ConferenceRequest {
  uid: string;
  now: EpochMs;
}

/**
 * The id of a request for a conference: the same for a repeated write, since Google ignores a repeated id, and another
 * one after a request that failed.
 */
function requestIdOf({ uid, now }: ConferenceRequest, failed = ''): string {
  return createHash('sha256').update(`${uid}\n${now}\n${failed}`).digest('hex').slice(0, 32);
}

function meetRequest(present: GoogleEvent | null, request: ConferenceRequest): GoogleConference | undefined {
  const { createRequest, conferenceSolution } = present?.conferenceData ?? {};
  const isMeet = conferenceSolution?.key?.type === meet || (present?.hangoutLink !== undefined && !conferenceSolution);
  if (isMeet || createRequest?.status?.statusCode === 'pending') return undefined;
  const requestId = requestIdOf(request, createRequest?.requestId);
  return { createRequest: { requestId, conferenceSolutionKey: { type: meet } } };
}

/**
 * Google's value for a written conference: undefined: nothing to change; null: none. A conference of another service is
 * one that an add-on provides.
 */
export function conferenceData(
  conference: EventChange['conferencing'],
  present: GoogleEvent | null,
  request: ConferenceRequest,
): GoogleConference | null | undefined {
  if (!conference) return undefined;
  if (conference.kind === 'integrated') return meetRequest(present, request);
  const before = present ? conferenceOf(present) : {};
  if (conference.kind === 'none') return present?.conferenceData || present?.hangoutLink ? null : undefined;
  const { join_url: uri, name } = conference;
  if (before.conference_url === uri && before.conference_name === name) return undefined;
  return {
    conferenceSolution: { key: { type: 'addOn' }, name: name ?? hostOf(uri) },
    entryPoints: [{ entryPointType: 'video', uri }],
  };
}

import type { AvailabilityBody, CreateBookingLinkBody, CreateSequenceLinkBody } from '@kalends/public-api';
import type { EpochMs } from '@kalends/icalendar';
import type { LinkDefinition, Target } from '../booking-link.js';
import { isSequence } from '../link-parts.js';
import { sequenceQueryOf } from './sequence-query.js';

/** What creates a link, for one time or for several. */
export type LinkBody = CreateBookingLinkBody | CreateSequenceLinkBody;

/** The page shows times only. */
const withoutDetails = ({ explain: _explain, include_member_statuses: _statuses, ...query }: AvailabilityBody) => query;

const keptQuery = ({ availability, event }: LinkBody): LinkDefinition['availability'] =>
  'sequence' in availability ? sequenceQueryOf(availability, event) : withoutDetails(availability);

/** The body of a request as the link keeps it. */
export function definitionOf(body: LinkBody, targets: Target[]): LinkDefinition {
  const { oauth, callback_urls: urls } = body;
  return {
    event: body.event,
    availability: keptQuery(body),
    targets,
    creation: body.event_creation ?? 'default',
    tzid: body.tzid ?? body.event.tzid ?? 'Etc/UTC',
    hourFormat: body.formatting?.hour_format ?? null,
    minimumNotice: body.minimum_notice ?? 0,
    selectionMode: body.selection_mode ?? 'confirm',
    callbackUrls: {
      completed: urls?.completed_url ?? body.callback_url ?? null,
      noneSuitable: urls?.no_times_suitable_url ?? null,
      noneDisplayed: urls?.no_times_displayed_url ?? null,
      rescheduled: urls?.rescheduled_url ?? null,
      cancelled: urls?.cancelled_url ?? null,
    },
    allow: 'sequence' in body.availability ? [] : [...new Set((body as CreateBookingLinkBody).allow ?? [])],
    completedRedirect: body.redirect_urls?.completed_url ?? null,
    redirectUri: oauth.redirect_uri,
    state: oauth.state ?? null,
  };
}

/** When the last time that the query offers has ended. */
export function lastEnd(query: LinkDefinition['availability']): EpochMs {
  const steps = isSequence(query) ? query.sequence : [query];
  const ends = steps.flatMap((step) => endsOf(step));
  return ends.reduce((last, end) => Math.max(last, end), 0);
}

type Timed = Pick<AvailabilityBody, 'query_periods' | 'available_periods' | 'required_duration'> & {
  query_slots?: AvailabilityBody['query_slots'];
};

const endsOf = ({ query_slots, query_periods, available_periods, required_duration }: Timed): EpochMs[] =>
  query_slots
    ? query_slots.map((start) => start + required_duration * 60_000)
    : (query_periods ?? available_periods ?? []).map(({ end }) => end);

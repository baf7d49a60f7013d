import type { AvailabilityBody, CreateBookingLinkBody } from '@kalends/public-api';
import type { EpochMs } from '@kalends/icalendar';
import type { LinkDefinition, Target } from '../booking-link.js';

/** The page shows times only. */
const withoutDetails = ({ explain: _explain, include_member_statuses: _statuses, ...query }: AvailabilityBody) => query;

/** The body of a request as the link keeps it. */
export function definitionOf(body: CreateBookingLinkBody, targets: Target[]): LinkDefinition {
  const { oauth, callback_urls: urls } = body;
  return {
    event: body.event,
    availability: withoutDetails(body.availability),
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
    allow: [...new Set(body.allow ?? [])],
    completedRedirect: body.redirect_urls?.completed_url ?? null,
    redirectUri: oauth.redirect_uri,
    state: oauth.state ?? null,
  };
}

/** When the last time that the query offers has ended. */
export function lastEnd({
  query_slots,
  query_periods,
  available_periods,
  required_duration,
}: AvailabilityBody): EpochMs {
  const ends = query_slots
    ? query_slots.map((start) => start + required_duration * 60_000)
    : (query_periods ?? available_periods ?? []).map(({ end }) => end);
  return ends.reduce((last, end) => Math.max(last, end), 0);
}

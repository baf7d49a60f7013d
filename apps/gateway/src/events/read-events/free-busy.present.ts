import { presentEvents } from './read-events.present.js';
import type { Page } from './page.js';

/** The parts of an event that free/busy shows (FREE-1). */
export interface FreeBusyView {
  /** Include events that do not take time: transparent, cancelled and declined ones. */
  includeFree: boolean;
  /** Include the event's ids. */
  includeIds: boolean;
}

interface Shown {
  calendar_id: string;
  event_uid: string;
  event_id?: string;
  start: unknown;
  end: unknown;
  deleted: boolean;
  transparency: string;
  extended_transparency: string;
  event_status: string;
  participation_status: string;
}

function statusOf(event: Shown): 'busy' | 'free' | 'tentative' {
  const { deleted, transparency, extended_transparency: extended, event_status, participation_status } = event;
  const takesNoTime = deleted || transparency === 'transparent' || event_status === 'cancelled';
  if (takesNoTime || participation_status === 'declined') return 'free';
  return [extended, event_status, participation_status].includes('tentative') ? 'tentative' : 'busy';
}

/** How the times of a page are written: see {@link presentEvents}. */
interface Times {
  tzid: string;
  localized: boolean;
}

/** The periods of a page as JSON texts, without any content of the events. Times as those of events. */
export function presentFreeBusy(
  page: Pick<Page, 'events' | 'places'>,
  view: FreeBusyView,
  { tzid, localized }: Times,
): string[] {
  return presentEvents(page, tzid, localized)
    .map((text) => JSON.parse(text) as Shown)
    .map((event) => ({ event, status: statusOf(event) }))
    .filter(({ event, status }) => view.includeFree || event.deleted || status !== 'free')
    .map(({ event: { calendar_id, start, end, deleted, event_uid, event_id }, status }) =>
      JSON.stringify({
        calendar_id,
        start,
        end,
        free_busy_status: status,
        ...(deleted ? { deleted } : {}),
        ...(view.includeIds ? { event_uid, ...(event_id ? { event_id } : {}) } : {}),
      }),
    );
}

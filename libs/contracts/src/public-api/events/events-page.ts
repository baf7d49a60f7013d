import { z } from 'zod';
import { userinfoShape } from '../accounts/userinfo-shape.js';
import { shownTime } from '../shared/shown-time.js';
import { truncatedSeries } from './truncated-series.js';

const attendee = z.object({ email: z.string(), display_name: z.string().nullable(), status: z.string() });

export const eventShape = z
  .object({
    calendar_id: z.string(),
    event_uid: z.string(),
    event_id: z.string().optional(),
    google_event_id: z.string().optional(),
    summary: z.string(),
    description: z.string(),
    start: shownTime,
    end: shownTime,
    deleted: z.boolean(),
    created: z.string(),
    updated: z.string(),
    location: z
      .object({ description: z.string().optional(), lat: z.string().optional(), long: z.string().optional() })
      .optional(),
    participation_status: z.string(),
    attendees: z.array(attendee),
    organizer: z.object({ email: z.string(), display_name: z.string().optional() }).optional(),
    transparency: z.string(),
    extended_transparency: z.string(),
    event_status: z.string(),
    status: z.string(),
    categories: z.array(z.string()),
    recurring: z.boolean(),
    series_identifier: z.string().optional(),
    event_private: z.boolean(),
    meeting_url: z.string().optional(),
    url: z.string().optional(),
    options: z.object({ delete: z.boolean(), update: z.boolean(), change_participation_status: z.boolean() }),
  })
  .meta({ id: 'Event' });

export const eventsPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    events: z.array(eventShape),
    truncated: truncatedSeries.optional(),
    userinfo: userinfoShape.optional(),
  })
  .meta({ id: 'EventsPage' });

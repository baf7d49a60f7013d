import { z } from 'zod';

const status = z
  .enum(['open', 'booking', 'completed', 'disabled'])
  .describe(
    'booking: a time is picked, and its calendars have not all confirmed it yet. Else as its application sees it.',
  );

const administeredLink = {
  real_time_scheduling_id: z.string().describe('The id of the link.'),
  status,
  event_id: z.string().describe("The application's own id of the event."),
  summary: z.string().describe('The title that the page shows.'),
  created_at: z.string().describe('When the application created it, in UTC.'),
  expires_at: z.string().describe('When it is erased, in UTC.'),
  start: z.string().nullable().describe('The time that is picked, in UTC, or null.'),
  tzid: z.string().describe('The time zone of the event.'),
};

/** A link in a list for administrators. */
export const administeredLinkShape = z.object(administeredLink).meta({ id: 'AdministeredBookingLink' });

const step = z.object({
  at: z.string().describe('When it happened, in UTC.'),
  kind: z
    .enum([
      'created',
      'no_times_displayed',
      'no_times_suitable',
      'picked',
      'refused',
      'completed',
      'disabled',
      'reschedule_requested',
      'rescheduled',
      'cancel_requested',
      'cancelled',
      'change_refused',
    ])
    .describe(
      'picked: the visitor has confirmed a time; refused: a calendar did not take it, and the link is open again; no_times_…: the visitor has reported that; …_requested: the visitor moves or cancels what is booked; change_refused: a calendar did not take that, and everything stays.',
    ),
  start: z.string().nullable().describe('The time that was picked, in UTC, or null.'),
  detail: z
    .string()
    .nullable()
    .describe(
      'Why a time or a change was refused, the message of a disabled link, or why the visitor cancels; else null.',
    ),
});

/** A link with what happened on it. Its address is not shown: whoever has that can book. */
export const administeredLinkDetails = z
  .object({
    ...administeredLink,
    end: z.string().nullable().describe('The end of that time, in UTC, or null.'),
    visitor_tzid: z.string().nullable().describe('The time zone in which the visitor picked, or null.'),
    members: z.array(z.string()).describe('The accounts that take part in the time that is picked.'),
    calendars: z
      .array(
        z.object({
          sub: z.string().describe('The account.'),
          calendar_id: z.string().describe('Its calendar.'),
          event_uid: z.string().nullable().describe('The event there; null until a time is picked.'),
        }),
      )
      .describe(
        'Where the event is written: once a time is picked, of those who take part; before, all that are possible.',
      ),
    steps: z.array(step).describe('What happened, the oldest first. Opening the page is not recorded.'),
  })
  .meta({ id: 'AdministeredBookingLinkDetails' });

export const administeredLinkExample = {
  real_time_scheduling_id: 'sch_5ba21743f408617d1269ea1e',
  status: 'completed' as const,
  event_id: 'visit-42',
  summary: 'Site visit',
  created_at: '2026-11-19T08:00:00.000Z',
  expires_at: '2027-02-25T17:00:00.000Z',
  start: '2026-11-27T10:00:00Z',
  tzid: 'Europe/London',
};

export const linkDetailsExample = {
  ...administeredLinkExample,
  end: '2026-11-27T10:30:00Z',
  visitor_tzid: 'America/New_York',
  members: ['acc_5ba21743f408617d1269ea1e'],
  calendars: [
    {
      sub: 'acc_5ba21743f408617d1269ea1e',
      calendar_id: 'cal_n23kjnwrw2_jsdfjksn234',
      event_uid: 'evt_external_5ba217',
    },
  ],
  steps: [
    { at: '2026-11-19T08:00:00.000Z', kind: 'created' as const, start: null, detail: null },
    { at: '2026-11-20T12:00:00.000Z', kind: 'picked' as const, start: '2026-11-27T10:00:00.000Z', detail: null },
    { at: '2026-11-20T12:00:01.000Z', kind: 'completed' as const, start: '2026-11-27T10:00:00.000Z', detail: null },
  ],
};

export const administeredLinkParams = z.object({
  client_id: z.string().describe('The application, by its client_id.'),
  real_time_scheduling_id: z.string().describe('The link, by its id.'),
});

import { weekdays, type WorkingHours } from '@kalends/contracts';
import { maxDayHours, ProviderError, weeklyHours } from '@kalends/provider-port/sync';
import { z } from 'zod';
import type { GoogleApi } from './google-api.js';
import { zoneOf } from './times.js';

const root = 'https://www.googleapis.com/auth/calendar';
/** Scopes of calendars.get, by the discovery document; that of an application's own calendars does not reach the primary one. */
const enough = new Set(['', '.calendars', '.calendars.readonly', '.readonly'].map((name) => `${root}${name}`));

const minute = z.int().min(0).max(1_440);
const period = z.object({ dayOfWeek: z.enum(weekdays), periodStart: minute, periodEnd: minute });

/** `Calendar.workingHours` of the discovery document, revision 20261030; only primary calendars of Google Workspace have them. */
const body = z.object({
  timeZone: z.string().max(200),
  workingHours: z.object({
    workingHoursEnabled: z.literal(true),
    availableTimes: z.array(z.unknown()).min(1),
  }),
});

/**
 * The working hours of the primary calendar, in its zone. Null without a scope for its properties, and if its user has none or has
 * switched them off; a period that is unreadable, or ends before it begins, is left out.
 */
export async function readWorkingHours(api: GoogleApi, scope: readonly string[]): Promise<WorkingHours | null> {
  if (!scope.some((one) => enough.has(one))) return null;
  const answer = await api.call<unknown>('/calendars/primary', { understands: [403] });
  if (answer.status === 404) return null;
  if (answer.status >= 300)
    throw new ProviderError('refused', `Google answered ${answer.status} to the working hours.`);
  const read = body.safeParse(answer.body).data;
  if (!read) return null;
  const days = read.workingHours.availableTimes.slice(0, maxDayHours).flatMap((one) => {
    const { dayOfWeek: day, periodStart: start, periodEnd: end } = period.safeParse(one).data ?? {};
    return day === undefined || start! >= end! ? [] : [{ day, start: start!, end: end! }];
  });
  return weeklyHours(zoneOf({ timeZone: read.timeZone }, 'Etc/UTC'), days);
}

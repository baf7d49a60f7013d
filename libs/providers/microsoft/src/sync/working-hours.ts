import { weekdays, type WorkingHours } from '@kalends/contracts';
import { ProviderError, weeklyHours } from '@kalends/provider-port/sync';
import { z } from 'zod';
import { isGranted } from './granted-scopes.js';
import type { GraphApi } from './graph-api.js';
import { zoneNamed } from './times.js';

/** A time of day as Graph writes it, `08:00:00.0000000`; in minutes. */
const minutes = z
  .string()
  .max(20)
  .regex(/^([01]\d|2[0-3]):[0-5]\d/)
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)));

/** workingHours of Graph (graph/resources/workinghours); weekdays that do not exist are left out. */
const body = z.object({
  daysOfWeek: z.array(z.unknown()).max(50),
  startTime: minutes,
  endTime: minutes,
  timeZone: z.object({ name: z.string().max(200) }),
});

/**
 * The working hours of the mailbox. Null without `MailboxSettings.Read`, and if they are in a zone that only the mailbox defines
 * (`Customized Time Zone`).
 */
export async function readWorkingHours(api: GraphApi, scope: readonly string[]): Promise<WorkingHours | null> {
  if (!isGranted(scope, 'MailboxSettings.Read', 'MailboxSettings.ReadWrite')) return null;
  const { status, body: answer } = await api.call('/me/mailboxSettings/workingHours', { understands: [403] });
  if (status === 404) return null;
  if (status >= 300) throw new ProviderError('refused', `Microsoft answered ${status} to the working hours.`);
  const hours = body.safeParse(answer).data;
  const tzid = zoneNamed(hours?.timeZone.name);
  if (!hours || tzid === undefined) return null;
  const { daysOfWeek, startTime: start, endTime: end } = hours;
  const days = weekdays.filter((day) => daysOfWeek.includes(day));
  return weeklyHours(
    tzid,
    days.map((day) => ({ day, start, end })),
  );
}

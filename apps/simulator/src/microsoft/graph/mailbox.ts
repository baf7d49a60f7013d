import { listedZones, WINDOWS_ZONES } from '@kalends/icalendar';
import type { OutlookCategory, TimeZoneInformation } from '@microsoft/microsoft-graph-types';
import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { invalidRequest, itemNotFound } from '../graph-error.js';
import type { MicrosoftUser } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { grantOf } from './authenticate.js';
import { onlyOptions } from './odata.js';

const userOf = (store: MicrosoftStore, request: SimulatorRequest): MicrosoftUser =>
  store.users.get(grantOf(store, request, 'MailboxSettings.Read').email)!;

/** The hours of a mailbox: those that it was given, or those of an office. */
export const workingHoursOf = ({ timeZone, workingHours = {} }: MicrosoftUser) => ({
  daysOfWeek: workingHours.daysOfWeek ?? (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).slice(),
  startTime: workingHours.startTime ?? '08:00:00.0000000',
  endTime: workingHours.endTime ?? '17:00:00.0000000',
  timeZone: { name: workingHours.timeZone?.name ?? timeZone },
});

/** GET /me/mailboxSettings */
export function mailboxSettings(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const user = userOf(store, request);
  const formats = {
    dateFormat: 'M/d/yyyy',
    timeFormat: 'h:mm tt',
    language: { locale: 'en-US', displayName: 'English' },
  };
  return json({ timeZone: user.timeZone, ...formats, workingHours: workingHoursOf(user) });
}

/** GET /me/mailboxSettings/timeZone */
export const mailboxTimeZone = (store: MicrosoftStore, request: SimulatorRequest): Answer =>
  json({ value: userOf(store, request).timeZone });

/** GET /me/mailboxSettings/workingHours */
export const mailboxHours = (store: MicrosoftStore, request: SimulatorRequest): Answer =>
  json(workingHoursOf(userOf(store, request)));

/** GET /me/outlook/masterCategories */
export function masterCategories(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const entries = Object.entries(userOf(store, request).categories);
  const value = entries.map(([displayName, color], index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    displayName,
    color: color as OutlookCategory['color'],
  }));
  return json({ value: value satisfies OutlookCategory[] });
}

/** GET /me/outlook/supportedTimeZones, of Windows, or with `(TimeZoneStandard=microsoft.graph.timeZoneStandard'Iana')`. */
export function supportedTimeZones(store: MicrosoftStore, request: SimulatorRequest): Answer {
  grantOf(store, request, 'User.Read');
  onlyOptions(request);
  const asked = request.params['function'] ?? 'supportedTimeZones';
  const [, standard = "'Windows'"] =
    /^supportedTimeZones(?:\(TimeZoneStandard=(?:microsoft\.graph\.timeZoneStandard)?('\w+')\))?$/.exec(asked) ?? [];
  if (!asked.startsWith('supportedTimeZones')) throw itemNotFound();
  if (!["'Windows'", "'Iana'"].includes(standard)) throw invalidRequest('TimeZoneStandard must be Windows or Iana.');
  const names = standard === "'Iana'" ? listedZones() : [...WINDOWS_ZONES.keys()];
  const value: TimeZoneInformation[] = names.map((alias) => ({ alias, displayName: alias }));
  return json({ value });
}

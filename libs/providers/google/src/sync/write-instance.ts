import type { EventChange } from '@kalends/contracts';
import type { InstanceChange, Override } from '@kalends/icalendar';
import { missingInstance, type RemoteCalendar } from '@kalends/provider-port/sync';
import { overridePatch, patchOf, type Writing } from './change-resource.js';
import { eventPath, type GoogleApi } from './google-api.js';
import { instanceId } from './moved-exceptions.js';
import { getAnyEvent } from './read-changes.js';
import { isCancelled } from './series-assembly.js';
import type { GoogleEvent } from './resources.js';
import { sendUpdatesOf } from './send-updates.js';

interface InstanceWrite {
  master: GoogleEvent;
  instance: InstanceChange;
  by: Writing;
}

/** Whether a conditional request was answered; 409 and 412: another client was first. */
const isDone = (status: number) => status !== 409 && status !== 412;

async function removeInstance(api: GoogleApi, path: string, present: GoogleEvent): Promise<boolean> {
  const query = sendUpdatesOf({}, present);
  const { status } = await api.call(path, { method: 'DELETE', query, ifMatch: present.etag });
  return isDone(status);
}

async function changeInstance(
  api: GoogleApi,
  path: string,
  { present, change, by }: { present: GoogleEvent; change: EventChange; by: Writing },
): Promise<boolean> {
  const body = patchOf(present, change, by);
  if (Object.keys(body).length === 0) return true;
  const call = { method: 'PATCH' as const, query: sendUpdatesOf(change, present), body, ifMatch: present.etag };
  return isDone((await api.call(path, call)).status);
}

/**
 * Changes or deletes one instance, in the version that was read; false: another client changed it first. Refused if a change finds none;
 * a missing one counts as deleted.
 */
export async function writeInstance(
  api: GoogleApi,
  calendar: RemoteCalendar,
  { master, instance, by }: InstanceWrite,
): Promise<boolean> {
  const { recurrence_id, deleted = false, change = {} } = instance;
  const id = instanceId(master.id, recurrence_id, by.calendarZone);
  const found = master.recurrence?.length ? await getAnyEvent(api, calendar.href, id) : undefined;
  const present = found && !isCancelled(found) ? found : undefined;
  if (!present && !deleted) throw missingInstance();
  if (!present) return true;
  const path = eventPath(calendar.href, id);
  return deleted ? removeInstance(api, path, present) : changeInstance(api, path, { present, change, by });
}

/** Gives a series that was just created its instances that differ; repeating it changes nothing. */
export async function writeOverrides(
  api: GoogleApi,
  calendar: RemoteCalendar,
  { master, overrides, by }: Omit<InstanceWrite, 'instance'> & { overrides: readonly Override[] },
): Promise<void> {
  for (const { recurrence_id, change } of overrides) {
    const path = eventPath(calendar.href, instanceId(master.id, recurrence_id, by.calendarZone));
    const body = overridePatch(change, by.calendarZone);
    if (Object.keys(body).length > 0) await api.call(path, { method: 'PATCH', query: sendUpdatesOf({}, master), body });
  }
}

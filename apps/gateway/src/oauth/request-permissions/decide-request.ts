import type { requestPermissionsBody } from '@kalends/public-api';
import type { z } from 'zod';
import { invalidField } from '../../http/refusals.js';
import type { Connections } from '../../read-model/connections.js';

type Requested = z.output<typeof requestPermissionsBody>['permissions'];

/** Calendars whose level changes: only raising needs the user. */
export interface LevelChanges {
  unrestricted: string[];
  sandbox: string[];
}

/** The changes that a request means (PERM-2). Throws a 422 for a calendar of somebody else, or one named twice. */
export function decideRequest(
  requested: Requested,
  { calendars, unrestricted }: Pick<Connections, 'calendars' | 'unrestricted'>,
): LevelChanges {
  const known = new Set(calendars.map(({ calendar_id }) => calendar_id));
  const named = new Set<string>();
  for (const [index, { calendar_id }] of requested.entries()) {
    const field = `permissions[${index}].calendar_id`;
    if (!known.has(calendar_id)) {
      throw invalidField(field, 'invalid_calendar_ids', `${calendar_id} is no calendar of this account`);
    }
    if (named.has(calendar_id)) throw invalidField(field, 'invalid', `${calendar_id} is named more than once`);
    named.add(calendar_id);
  }
  const changing = (level: Requested[number]['permission_level'], isAlready: (id: string) => boolean) =>
    requested
      .filter(({ calendar_id, permission_level }) => permission_level === level && !isAlready(calendar_id))
      .map(({ calendar_id }) => calendar_id);
  return {
    unrestricted: changing('unrestricted', (id) => unrestricted.has(id)),
    sandbox: changing('sandbox', (id) => !unrestricted.has(id)),
  };
}

import {
  limitedTime,
  limitSpan,
  normalise,
  subtract,
  type EventLimit,
  type Period,
  type Periods,
} from '@kalends/free-busy';
import type { Pool } from 'pg';
import type { Members } from '../resolve-members.js';
import type { RequestedParticipant } from './availability-request.js';
import { mostStarts, readStarts, type OwnStart } from './event-starts.queries.js';
import type { Exclusions } from './excluded-events.js';

const isExcluded = ({ eventIds, eventUids, instances }: Exclusions, { eventUid, eventId, instance }: OwnStart) =>
  eventUids.has(eventUid) ||
  eventIds.has(eventId) ||
  (instance !== null && (instances.get(eventUid)?.has(instance) ?? false));

const limitsOf = ({ availability_constraints }: RequestedParticipant, tzid: string): EventLimit[] =>
  (availability_constraints ?? []).map((one) => ({ ...one, tzid: one.tzid ?? tzid, tags: one.tags ?? [] }));

function toPeriods(flat: Periods): Period[] {
  const periods: Period[] = [];
  for (let at = 0; at < flat.length; at += 2) periods.push({ start: flat[at]!, end: flat[at + 1]! });
  return periods;
}

interface Limited {
  members: readonly RequestedParticipant[];
  resolved: Members;
  exclusions: Exclusions;
}

/**
 * The time within `span` that remains for each member with constraints (AVL-15): their own periods without the days and weeks
 * that are full. `too-many`: there are more own events than are counted.
 */
export async function limitMembers(
  pool: Pool,
  { members, resolved, exclusions }: Limited,
  span: Period,
): Promise<Map<RequestedParticipant, Period[]> | 'too-many'> {
  const constrained = members.filter(({ availability_constraints: given }) => given && given.length > 0);
  if (constrained.length === 0) return new Map();
  const starts = await readStarts(pool, [...new Set(constrained.map(({ sub }) => sub))], limitSpan(span));
  if (starts.length > mostStarts) return 'too-many';
  const bySub = new Map<string, OwnStart[]>();
  for (const one of starts) {
    if (isExcluded(exclusions, one)) continue;
    const known = bySub.get(one.accountId);
    if (known) known.push(one);
    else bySub.set(one.accountId, [one]);
  }
  return new Map(
    constrained.map((one) => {
      const full = limitedTime(limitsOf(one, resolved.get(one.sub)!.tzid), bySub.get(one.sub) ?? []);
      const own = one.available_periods ? normalise(one.available_periods) : [span.start, span.end];
      return [one, toPeriods(subtract(own, full))];
    }),
  );
}

import {
  limitedTimeInSteps,
  limitSpan,
  normalise,
  subtract,
  type EventLimit,
  type Period,
  type Periods,
} from '@kalends/free-busy';
import { TimeSlices, WorkTooLong } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { Members } from '../resolve-members.js';
import type { RequestedParticipant } from './availability-request.js';
import { readStarts, type OwnStart } from './event-starts.queries.js';
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

/** Maximum time to count the starts of one query; the longest that is allowed takes a few seconds. */
const deadlineMs = 6_000;

async function startsBySub(starts: readonly OwnStart[], exclusions: Exclusions, slices: TimeSlices) {
  const bySub = new Map<string, OwnStart[]>();
  for (const one of starts) {
    await slices.next();
    if (isExcluded(exclusions, one)) continue;
    const known = bySub.get(one.accountId);
    if (known) known.push(one);
    else bySub.set(one.accountId, [one]);
  }
  return bySub;
}

async function fullTime(limits: EventLimit[], starts: readonly OwnStart[], slices: TimeSlices): Promise<Periods> {
  const steps = limitedTimeInSteps(limits, starts);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await slices.next();
  }
}

interface Limited {
  members: readonly RequestedParticipant[];
  resolved: Members;
  exclusions: Exclusions;
  /** How long counting may take; default: 6 s. */
  workMs?: number;
}

type Remaining = Map<RequestedParticipant, Period[]>;

async function remaining(
  pool: Pool,
  { members, resolved, exclusions, workMs = deadlineMs }: Limited,
  span: Period,
): Promise<Remaining | 'too-many'> {
  const starts = await readStarts(pool, [...new Set(members.map(({ sub }) => sub))], limitSpan(span));
  if (starts === 'too-many') return starts;
  const slices = new TimeSlices({ deadlineMs: workMs });
  const bySub = await startsBySub(starts, exclusions, slices);
  const limited: Remaining = new Map();
  for (const one of members) {
    const full = await fullTime(limitsOf(one, resolved.get(one.sub)!.tzid), bySub.get(one.sub) ?? [], slices);
    const own = one.available_periods ? normalise(one.available_periods) : [span.start, span.end];
    limited.set(one, toPeriods(subtract(own, full)));
  }
  return limited;
}

/**
 * The time within `span` that remains for each member with constraints (AVL-15): their own periods without the days and weeks
 * that are full. `too-many`: there are more own events than are counted, or counting them takes too long.
 */
export async function limitMembers(pool: Pool, given: Limited, span: Period): Promise<Remaining | 'too-many'> {
  const members = given.members.filter(({ availability_constraints: own }) => own && own.length > 0);
  if (members.length === 0) return new Map();
  try {
    return await remaining(pool, { ...given, members }, span);
  } catch (error) {
    if (error instanceof WorkTooLong) return 'too-many';
    throw error;
  }
}

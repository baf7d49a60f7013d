import type { PendingOverlay } from '@kalends/contracts';
import type { AvailabilityBody, ValidationErrors } from '@kalends/public-api';
import type { Period } from '@kalends/free-busy';
import type { EpochMs } from '@kalends/icalendar';
import { randomToken } from '@kalends/security';
import type { Pool } from 'pg';
import type { CallingApplication } from '../../http/api-key.js';
import { forbidden, insufficientScope, invalid, invalidField } from '../../http/refusals.js';
import { covers } from '../../tokens/parse-scope.js';
import { readMembers } from '../read-members.js';
import type { Members, RequestedMember } from '../resolve-members.js';
import type { KnownMembers } from './availability-request.js';
import { countKeys, exclusionsOf, keysOf, withoutExcluded, type Exclusions } from './excluded-events.js';
import { readRecords } from './excluded-events.queries.js';
import { limitMembers } from './limit-members.js';

/** Throws a 422 with all of these errors, if there are any. */
export function refuseAll(found: (ValidationErrors['errors'] | null)[]): void {
  const errors = Object.fromEntries(found.flatMap((one) => Object.entries(one ?? {})));
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** What queries of every kind have: their members, and errors that were found already. */
export interface GivenQuery {
  requested: RequestedMember[];
  errors: ValidationErrors['errors'];
  /** `span`: from the first to the last requested instant; `reach`: with buffers. */
  times: { span: Period; reach: Period };
  steps: readonly Pick<AvailabilityBody, 'participants'>[];
  body: Pick<AvailabilityBody, 'excluded_events'>;
}

interface Sources {
  pool: Pool;
  now: EpochMs;
}

/** Most pairs of an excluded id and a calendar in which it is looked up. */
const maxKeys = 20_000;

async function exclude(
  pool: Pool,
  { exclusions, members, overlay }: { exclusions: Exclusions; members: Members; overlay: PendingOverlay },
  reach: Period,
): Promise<PendingOverlay> {
  const calendarIds = [...new Set([...members.values()].flatMap((one) => one.calendarIds))];
  const count = countKeys(exclusions, calendarIds.length);
  if (count === 0) return overlay;
  if (count > maxKeys) {
    const description = `${calendarIds.length} calendars are too many for so many excluded events: query fewer members, or exclude fewer events`;
    throw invalidField('excluded_events', 'too_much_work', description);
  }
  const records = await readRecords(pool, keysOf(exclusions, calendarIds));
  return withoutExcluded(overlay, { exclusions, records }, reach);
}

/** Throws a 403 for a member that an element token does not name, or whose user grants too little (ELT-5). */
function refuseOthers({ element }: Pick<CallingApplication, 'element'>, requested: readonly RequestedMember[]): void {
  for (const { sub } of element ? requested : []) {
    const scope = element!.scopes.get(sub);
    if (!element!.subs.includes(sub)) throw forbidden(`The element token does not name ${sub}.`);
    if (!scope) throw forbidden(`The access of ${sub} has ended since the element token was requested.`);
    if (!covers(scope, 'read_free_busy')) throw insufficientScope(['read_free_busy']);
  }
}

/**
 * Whose accounts a query may name (AVL-1): the application's, also with a user's token if only the application itself can have
 * it. The token of a public client is in its user's hands: only that user.
 */
const queryingAs = ({ clientId, user }: Pick<CallingApplication, 'clientId' | 'user'>) =>
  user?.isOfPublicClient ? { clientId, user } : { clientId };

/**
 * The accounts of a query, their recent writes without the excluded events (AVL-16), and the time that constraints leave
 * (AVL-15). Throws a 422 Refusal that names unknown members and what is too long, both in one response.
 */
export async function prepareQuery(
  { pool, now }: Sources,
  application: Pick<CallingApplication, 'clientId' | 'user' | 'element'>,
  { requested, errors, times, steps, body }: GivenQuery,
): Promise<{ known: KnownMembers; client_id: string; request_id: string; overlay: PendingOverlay }> {
  refuseOthers(application, requested);
  const {
    members,
    errors: unknown,
    overlay,
  } = await readMembers(pool, { application: queryingAs(application), requested }, now);
  refuseAll([errors, unknown]);
  const exclusions = exclusionsOf(body.excluded_events ?? []);
  const participants = steps.flatMap((step) => step.participants.flatMap((group) => group.members));
  const [limited, reduced] = await Promise.all([
    limitMembers(pool, { members: participants, resolved: members, exclusions }, times.span),
    exclude(pool, { exclusions, members, overlay: overlay(times.reach) }, times.reach),
  ]);
  if (limited === 'too-many') {
    const description =
      'the members with availability_constraints have too many events: query fewer, or a shorter time';
    throw invalidField('participants', 'too_much_work', description);
  }
  const common = { client_id: application.clientId, request_id: `req_${randomToken(16)}`, overlay: reduced };
  return { known: { resolved: members, limited }, ...common };
}

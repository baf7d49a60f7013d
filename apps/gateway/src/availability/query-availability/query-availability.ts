import type { GatewayConfig } from '../../config.js';
import { Inject, Injectable } from '@nestjs/common';
import { availabilityQuery, type AvailabilityQuery, type AvailabilityReply } from '@kalends/contracts';
import { availabilityLimits, type AvailabilityBody, type SequencedAvailabilityBody } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import type { CallingApplication } from '../../http/api-key.js';
import { clockToken, configToken, readPoolToken, requestToken, type Clock } from '../../http/injection-tokens.js';
import { invalid, invalidField, tooMany, type Refusal } from '../../http/refusals.js';
import { AccountUses } from '../../tokens/account-uses.js';
import type { RequestedMember } from '../resolve-members.js';
import {
  meetingOf,
  extendByBuffers,
  longBuffers,
  spanOf,
  tooLong,
  requestedMembersOf,
} from './availability-request.js';
import { prepareQuery, refuseAll, type GivenQuery } from './prepare-query.js';

type Unknown = Extract<AvailabilityReply, { outcome: 'unknown-rule' }>;
type Answered = Exclude<AvailabilityReply, Unknown>;

/** The periods of a step: its own, or those of the whole sequence; one of the two is required. */
function stepPeriods(body: SequencedAvailabilityBody) {
  const shared = body.query_periods ?? body.available_periods;
  return body.sequence.map((step, index) => {
    const periods = step.query_periods ?? step.available_periods ?? shared;
    const field = `sequence[${index}].query_periods`;
    const missing = { [field]: [{ key: 'errors.required', description: `${field} must be specified` }] };
    return { step, periods: periods ?? [], errors: periods ? null : missing };
  });
}

const lessWork = 'query fewer members or steps, a shorter time, or a longer start_interval';

function refusalOf({ kind }: AvailabilityQuery, refused: NonNullable<Answered['refused']>): Refusal {
  if (refused === 'too-many-at-once') return tooMany('Too many costly queries are running for this application.');
  const field = kind === 'single' ? 'participants' : 'sequence';
  return invalidField(field, 'too_much_work', `the query needs more work than is allowed: ${lessWork}`);
}

/** The errors of a member whose rules are missing: those that it names, or the working hours at its providers (AVL-31). */
function missingRules({ sub, rule_id, working_hours }: Unknown, requested: readonly RequestedMember[]) {
  const [member, error] = working_hours
    ? [
        'managed_availability',
        {
          key: 'errors.no_working_hours',
          description: `no connected profile of ${sub} has working hours at its provider: use true and availability rules`,
        },
      ]
    : [
        'availability_rule_ids',
        { key: 'errors.not_recognized', description: `${sub} has no availability rule ${rule_id}` },
      ];
  const at = requested.filter((one) => one.sub === sub && (!working_hours || one.usesProviderHours));
  return Object.fromEntries(at.map(({ path }) => [`${path}.${member}`, [error]]));
}

@Injectable()
export class QueryAvailability {
  constructor(
    @Inject(readPoolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'AVAILABILITY_MAX_SPAN'>,
    private readonly uses: AccountUses,
  ) {}

  /**
   * Queries one meeting; `explainMembers`: also when each member alone cannot meet; `ignoredHold`: that makes nobody busy. Throws a 422 Refusal that names members or periods that are unknown to the application or too long.
   */
  async single(
    application: Pick<CallingApplication, 'clientId' | 'user' | 'element'>,
    body: AvailabilityBody,
    { explainMembers = false, ignoredHold }: { explainMembers?: boolean; ignoredHold?: string } = {},
  ): Promise<Answered> {
    const slots = body.query_slots ?? null;
    const periods = body.query_periods ?? body.available_periods ?? [];
    const field = slots ? 'query_slots' : body.query_periods ? 'query_periods' : 'available_periods';
    const span = spanOf(periods, slots, body.required_duration);
    const requested = requestedMembersOf(body.participants);
    const errors = {
      ...tooLong(field, span, this.config.AVAILABILITY_MAX_SPAN),
      ...longBuffers(body, '', this.config.AVAILABILITY_MAX_SPAN),
    };
    const times = { span, reach: extendByBuffers(span, [body]) };
    const { known, ...common } = await this.prepare(application, { requested, errors, times, steps: [body], body });
    const meeting = meetingOf(body, periods, known);
    const query: AvailabilityQuery = {
      kind: 'single',
      ...common,
      meeting,
      slots,
      response_format: body.response_format ?? 'periods',
      max_results: body.max_results ?? availabilityLimits.results,
      explain: body.explain ?? false,
      ...(explainMembers && { explain_members: true }),
      ...(ignoredHold !== undefined && { ignored_hold_id: ignoredHold }),
    };
    return this.request(query, requested);
  }

  /**
   * Queries several consecutive meetings, in the order of their ordinals; `isOnePerStart`: of those that begin at the same instant only
   * the first. Refuses like {@link single}.
   */
  async sequenced(
    application: Pick<CallingApplication, 'clientId' | 'user' | 'element'>,
    body: SequencedAvailabilityBody,
    { isOnePerStart = false, ignoredHolds = [] }: { isOnePerStart?: boolean; ignoredHolds?: readonly string[] } = {},
  ): Promise<Answered> {
    const timed = stepPeriods(body);
    refuseAll(timed.map(({ errors }) => errors));
    const span = spanOf(
      timed.flatMap(({ periods }) => periods),
      null,
      0,
    );
    const requested = body.sequence.flatMap(({ participants }, index) =>
      requestedMembersOf(participants, `sequence[${index}].`),
    );
    const field = body.query_periods ? 'query_periods' : 'sequence';
    const buffers = body.sequence.map((step, index) =>
      longBuffers(step, `sequence[${index}].`, this.config.AVAILABILITY_MAX_SPAN),
    );
    const tooWide = [tooLong(field, span, this.config.AVAILABILITY_MAX_SPAN), ...buffers];
    const errors = Object.fromEntries(tooWide.flatMap((one) => Object.entries(one ?? {})));
    const times = { span, reach: extendByBuffers(span, body.sequence) };
    const steps = body.sequence;
    const { known, ...common } = await this.prepare(application, { requested, errors, times, steps, body });
    const inOrder = timed.toSorted((a, b) => (a.step.ordinal ?? Infinity) - (b.step.ordinal ?? Infinity) || 0);
    const meetings = inOrder.map(({ step, periods }) => ({
      sequence_id: step.sequence_id,
      meeting: meetingOf(step, periods, known),
    }));
    const query: AvailabilityQuery = {
      kind: 'sequenced',
      ...common,
      steps: meetings,
      max_results: body.max_results ?? availabilityLimits.results,
      ...(isOnePerStart && { one_per_start: true }),
      ...(ignoredHolds.length > 0 && { ignored_hold_ids: [...ignoredHolds] }),
    };
    return this.request(query, requested);
  }

  private prepare(application: Pick<CallingApplication, 'clientId' | 'user' | 'element'>, given: GivenQuery) {
    return prepareQuery({ pool: this.pool, now: this.clock() }, application, given);
  }

  private async request(query: AvailabilityQuery, requested: RequestedMember[]): Promise<Answered> {
    for (const { sub } of requested) this.uses.note(sub);
    const reply = await requestOrThrow(this.client, availabilityQuery, query);
    if (reply.outcome !== 'unknown-rule') {
      if (reply.refused) throw refusalOf(query, reply.refused);
      return reply;
    }
    throw invalid(missingRules(reply, requested));
  }
}

import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { availabilityQuery, type AvailabilityQuery, type AvailabilityReply } from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { TimeSlices } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { BlockCache } from '../../busy-time/member-time/block-cache.js';
import { clockToken, poolToken, stalenessToken, type Clock } from '../../injection-tokens.js';
import { buffersOf } from './buffers.js';
import { Calculator, type Refused } from './calculator.js';
import type { Question } from './compute.js';
import { loadMembers, MeetingRequests, spanOf, unknownRule, type Loaded } from './meeting-requests.js';

/** For loading everyone's time; computing has a separate deadline. */
const deadlineMs = 6_000;

const unknownOf = ({ unknown }: Loaded) => [...unknown].map(([sub, reason]) => ({ sub, reason }));

const refusal = ({ kind }: AvailabilityQuery, refused: Refused): AvailabilityReply =>
  kind === 'single'
    ? { outcome: 'found', people: [], found: [], unknown: [], refused }
    : { outcome: 'sequences', people: [], sequences: [], unknown: [], refused };

function ignoredIn(query: AvailabilityQuery) {
  const single = query.kind === 'single' && query.ignored_hold_id !== undefined ? [query.ignored_hold_id] : [];
  const hold_ids = query.kind === 'single' ? single : (query.ignored_hold_ids ?? []);
  return { ignoredHolds: { client_id: query.client_id, hold_ids } };
}

/** Answers availability queries: loads people's time and computes, without calling a provider. */
@Controller()
export class AnswerAvailabilityHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(stalenessToken) private readonly maxStaleness: number,
    @Inject(BlockCache) private readonly cache: BlockCache,
    @Inject(Calculator) private readonly calculator: Calculator,
  ) {}

  @OnRequest(availabilityQuery)
  async answer(@Payload() query: AvailabilityQuery): Promise<AvailabilityReply> {
    const meetings = query.kind === 'single' ? [query.meeting] : query.steps.map(({ meeting }) => meeting);
    const span = spanOf(meetings, query.kind === 'single' ? (query.slots ?? []) : []);
    const freshness = { now: this.clock(), maxStaleness: this.maxStaleness };
    const loaded = await loadMembers(this.pool, this.cache, {
      meetings,
      span,
      overlay: query.overlay,
      freshness,
      ...ignoredIn(query),
    });
    const missing = unknownRule(meetings, loaded);
    if (missing) return { outcome: 'unknown-rule', ...missing };
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const question = await questionOf(query, new MeetingRequests(loaded, span, new TimeSlices({ signal: deadline })));
      const computed = await this.calculator.answer(query.client_id, question);
      return typeof computed === 'string' ? refusal(query, computed) : { ...computed, unknown: unknownOf(loaded) };
    } catch (error) {
      if (deadline.aborted && error === deadline.reason) return refusal(query, 'too-much-work');
      throw error;
    }
  }
}

async function questionOf(query: AvailabilityQuery, requests: MeetingRequests): Promise<Question> {
  if (query.kind === 'single')
    return { kind: 'single', request: await requests.of(query.meeting), options: optionsOf(query) };
  const steps = [];
  for (const { sequence_id, meeting } of query.steps) {
    steps.push({ sequence_id, ask: await requests.of(meeting), ...buffersOf(meeting) });
  }
  return { kind: 'sequenced', steps, maxResults: query.max_results, isOnePerStart: query.one_per_start ?? false };
}

type Single = Extract<AvailabilityQuery, { kind: 'single' }>;

const optionsOf = ({ slots, response_format, max_results, explain, explain_members }: Single) => ({
  slots,
  response_format,
  max_results,
  explain,
  explain_members,
});

import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  availabilityQuery,
  packFindings,
  type AvailabilityQuery,
  type AvailabilityReply,
  type SequencedAvailabilityQuery,
  type SingleAvailabilityQuery,
} from '@kalends/contracts';
import {
  askedSlots,
  availablePeriods,
  availableSlots,
  overlappingSlots,
  sequences,
  unavailablePieces,
  type Found,
  type MeetingAsk,
} from '@kalends/free-busy';
import { Ask } from '@kalends/messaging';
import type { Pool } from 'pg';
import { BlockCache } from '../member-time/block-cache.js';
import { clockToken, poolToken, stalenessToken, type Clock } from '../providers.js';
import { People } from './by-place.js';
import { loadMembers, meetingAsk, spanOf, unknownRule, type Loaded } from './meeting-ask.js';

const minute = 60_000;
/** Of a hundred people's three months there may be tens of thousands; the earliest are told. */
const mostPieces = 5_000;

const unknownOf = ({ unknown }: Loaded) => [...unknown].map(([sub, reason]) => ({ sub, reason }));

function find(query: SingleAvailabilityQuery, ask: MeetingAsk & { intervalMs: number | null }): Found[] {
  if (query.slots) return askedSlots(ask, query.slots, query.max_results);
  if (query.response_format === 'slots') return availableSlots(ask, query.max_results);
  if (query.response_format === 'overlapping_slots') return overlappingSlots(ask, query.max_results);
  return availablePeriods(ask, query.max_results);
}

/** What is explained of asked slots: the time that they would take. */
function askedPeriods({ slots, meeting }: SingleAvailabilityQuery) {
  if (!slots) return meeting.periods;
  return slots.map((start) => ({ start, end: start + meeting.duration * minute }));
}

function buffersOf({ buffer }: SingleAvailabilityQuery['meeting']) {
  const inMs = (minutes: number | null) => (minutes === null ? null : minutes * minute);
  return {
    beforeMin: buffer.before.minimum * minute,
    beforeMax: inMs(buffer.before.maximum),
    afterMin: buffer.after.minimum * minute,
    afterMax: inMs(buffer.after.maximum),
  };
}

/** Answers when people can meet: loads their time, computes, and asks no provider. */
@Controller()
export class AnswerAvailabilityHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(stalenessToken) private readonly maxStaleness: number,
    @Inject(BlockCache) private readonly cache: BlockCache,
  ) {}

  @Ask(availabilityQuery)
  async answer(@Payload() query: AvailabilityQuery): Promise<AvailabilityReply> {
    const meetings = query.kind === 'single' ? [query.meeting] : query.steps.map(({ meeting }) => meeting);
    const span = spanOf(meetings, query.kind === 'single' ? (query.slots ?? []) : []);
    const clocked = { now: this.clock(), maxStaleness: this.maxStaleness };
    const loaded = await loadMembers(this.pool, this.cache, meetings, span, query.overlay, clocked);
    const missing = unknownRule(meetings, loaded);
    if (missing) return { outcome: 'unknown-rule', ...missing };
    return query.kind === 'single' ? this.single(query, loaded, span) : this.sequenced(query, loaded, span);
  }

  private single(query: SingleAvailabilityQuery, loaded: Loaded, span: Parameters<typeof meetingAsk>[2]) {
    const ask = meetingAsk(query.meeting, loaded, span);
    const explained = query.explain
      ? { unavailable: unavailablePieces({ ...ask, periods: askedPeriods(query) }, mostPieces) }
      : {};
    const people = new People();
    const found = find(query, ask).map((one) => people.byPlace(one));
    const told = query.packed ? { found: [], packed: packFindings(found) } : { found };
    return { outcome: 'found' as const, people: people.people, ...told, unknown: unknownOf(loaded), ...explained };
  }

  private sequenced(query: SequencedAvailabilityQuery, loaded: Loaded, span: Parameters<typeof meetingAsk>[2]) {
    const steps = query.steps.map(({ sequence_id, meeting }) => ({
      sequence_id,
      ask: meetingAsk(meeting, loaded, span),
      ...buffersOf(meeting),
    }));
    const people = new People();
    const found = sequences(steps, query.max_results).map((sequence) => sequence.map((one) => people.byPlace(one)));
    return { outcome: 'sequences' as const, people: people.people, sequences: found, unknown: unknownOf(loaded) };
  }
}

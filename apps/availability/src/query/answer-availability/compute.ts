import type { AvailabilityReply, SingleAvailabilityQuery } from '@kalends/contracts';
import {
  requestedSlots,
  availablePeriods,
  availableSlots,
  memberRefusals,
  overlappingSlots,
  firstSequences,
  sequences,
  unavailablePieces,
  type Found,
  type SequenceStep,
  type SlotRequest,
  type WorkBudget,
} from '@kalends/free-busy';
import { People } from './by-place.js';

/** A hundred people's three months may have tens of thousands; the earliest are reported. */
const maxPieces = 5_000;

type QueryOptions = Pick<
  SingleAvailabilityQuery,
  'slots' | 'response_format' | 'max_results' | 'explain' | 'explain_members'
>;

/** A query with everyone's time: everything needed to compute the result. */
export type Question =
  | { kind: 'single'; request: SlotRequest; options: QueryOptions }
  | { kind: 'sequenced'; steps: SequenceStep[]; maxResults: number; isOnePerStart: boolean };

/** A result without the unknown people. */
export type Computed =
  | Omit<Extract<AvailabilityReply, { outcome: 'found' }>, 'unknown'>
  | Omit<Extract<AvailabilityReply, { outcome: 'sequences' }>, 'unknown'>;

function find(options: QueryOptions, request: SlotRequest): Found[] {
  if (options.slots) return requestedSlots(request, options.slots, options.max_results);
  if (options.response_format === 'slots') return availableSlots(request, options.max_results);
  if (options.response_format === 'overlapping_slots') return overlappingSlots(request, options.max_results);
  return availablePeriods(request, options.max_results);
}

/** What is explained of requested slots: the time that they would take. */
const explainedPeriods = ({ slots }: QueryOptions, { periods, durationMs }: SlotRequest) =>
  slots ? slots.map((start) => ({ start, end: start + durationMs })) : periods;

function explanation(options: QueryOptions, request: SlotRequest) {
  const explained = { ...request, periods: explainedPeriods(options, request) };
  return {
    ...(options.explain && { unavailable: unavailablePieces(explained, maxPieces) }),
    ...(options.explain_members && { refusals: memberRefusals(explained, maxPieces) }),
  };
}

function single(options: QueryOptions, request: SlotRequest): Computed {
  const explained = explanation(options, request);
  const people = new People();
  const found = find(options, request).map((one) => people.byPlace(one));
  return { outcome: 'found', people: people.people, found, ...explained };
}

/** Answers a query within a budget; throws TooMuchWork beyond it. */
export function compute(question: Question, work: WorkBudget): Computed {
  if (question.kind === 'single') return single(question.options, { ...question.request, work });
  const steps = question.steps.map((step) => ({ ...step, ask: { ...step.ask, work } }));
  const people = new People();
  const search = question.isOnePerStart ? firstSequences : sequences;
  const found = search(steps, question.maxResults).map((sequence) => sequence.map((one) => people.byPlace(one)));
  return { outcome: 'sequences', people: people.people, sequences: found };
}

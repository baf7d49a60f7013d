import type { TopicContract } from '@kalends/topics';
import { availabilityExamples } from './availability-examples.js';
import { calendarExamples } from './calendar-examples.js';
import { callbackExamples } from './callback-examples.js';
import { operationsExamples } from './operations-examples.js';

/** A message of a topic and, for a request, a matching reply. */
export interface Example {
  readonly body: unknown;
  readonly reply?: unknown;
}

/** By topic. examples.spec.ts compares them with the contracts. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

const more: Examples = { ...calendarExamples, ...availabilityExamples, ...callbackExamples, ...operationsExamples };

export const namesWithMore = Object.keys(more);

/**
 * Examples of a topic, at least one of each kind and of each outcome of a reply: the contract's own, and more. All
 * belong to one application, account and calendar.
 */
export function examplesOf(
  topic: Pick<TopicContract<unknown, unknown>, 'name' | 'example' | 'exampleReply'>,
): readonly Example[] {
  const own = topic.exampleReply === undefined ? {} : { reply: topic.exampleReply };
  return [{ body: topic.example, ...own }, ...(more[topic.name] ?? [])];
}

import type { CreateSequenceLinkBody } from '@kalends/public-api';
import type { LinkDefinition, SequenceQuery } from '../booking-link.js';

type Given = CreateSequenceLinkBody['availability'];
type Event = LinkDefinition['event'];

/** Room for what makes an id distinct. */
const longest = 1_010;

/** Events of one calendar have different ids: one that is repeated is numbered (SCH-11). */
function withDistinctIds<Step extends { event: Event }>(steps: readonly Step[]): Step[] {
  const given = new Set(steps.map(({ event }) => event.event_id));
  const used = new Set<string>();
  return steps.map((step) => {
    const id = step.event.event_id;
    let own = id;
    for (let number = 2; used.has(own) || (own !== id && given.has(own)); number++)
      own = `${id.slice(0, longest)}-${number}`;
    used.add(own);
    return { ...step, event: { ...step.event, event_id: own } };
  });
}

const placeOf = ({ ordinal }: Given['sequence'][number]) => ordinal ?? Infinity;

/** The query of a request as the link keeps it: in the order of the ordinals, each step with its periods and its event. */
export function sequenceQueryOf(availability: Given, event: Event): SequenceQuery {
  const { sequence, query_periods, available_periods, max_results, excluded_events } = availability;
  const shared = query_periods ?? available_periods ?? [];
  const inOrder = sequence.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
  const timed = inOrder.map(({ ordinal: _ordinal, query_periods: own, available_periods: earlier, ...step }) => ({
    ...step,
    query_periods: own ?? earlier ?? shared,
    event: step.event ?? event,
  }));
  return { sequence: withDistinctIds(timed), max_results, excluded_events };
}

import { eventSeries } from '@kalends/contracts';
import { ProviderError } from '@kalends/provider-port/sync';
import { z } from 'zod';
import { propertyOf, type GraphEvent } from './resources.js';

/** What Kalends keeps of an event that Microsoft has no member for. */
const more = z.object({
  tags: z.array(z.string()).optional(),
  color: z.string().optional(),
  url: z.string().optional(),
  /** A transparency that does not follow from the value of `showAs` that it was written with. */
  transparency: z.object({ showAs: z.string(), value: z.enum(['opaque', 'transparent']) }).optional(),
  /** Where people join, if Microsoft has not added a meeting of its own. */
  conference: z.object({ url: z.string(), name: z.string().optional() }).optional(),
  /** All reminders; the first is the one that Outlook has. */
  reminders: z.array(z.number()).optional(),
  /** What an interrupted write has yet to restore of a series: EXDATEs and overrides. */
  pending: eventSeries.optional(),
});
export type More = z.infer<typeof more>;

/** Exchange stores longer properties in a form that Graph does not filter or expand. */
export const longestMore = 30_000;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export const moreOf = (event: GraphEvent): More => more.safeParse(jsonOf(propertyOf(event, 'more') ?? '{}')).data ?? {};

/** The property's value; refused if it is longer than Exchange keeps. */
export function printMore(value: More): string {
  const text = JSON.stringify(value);
  if (text.length > longestMore)
    throw new ProviderError('refused', 'The event has more than Outlook can keep with it.');
  return text;
}

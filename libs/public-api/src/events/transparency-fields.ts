import { z } from 'zod';
import { keyed } from '../shared/errors.js';

const values = ['opaque', 'transparent', 'out_of_office', 'working_elsewhere', 'tentative'] as const;

export const extendedTransparency = z.enum(values, {
  error: keyed('not_recognized', `extended_transparency must be one of: ${values.join(', ')}`),
});

interface Given {
  transparency?: unknown;
  extended_transparency?: unknown;
}

/** What an event can be beside each value; only a place of work goes with either. */
const beside = new Map(
  Object.entries<readonly unknown[]>({
    opaque: ['opaque', 'out_of_office', 'tentative', 'working_elsewhere'],
    transparent: ['transparent', 'working_elsewhere'],
  }),
);

const isContradiction = (transparency: unknown, extended: unknown): boolean =>
  Boolean(transparency && extended) && beside.get(String(transparency))?.includes(extended) === false;

/** The message for an event that takes up time and does not. */
export const transparencyRefusal = ({ transparency, extended_transparency: extended }: Given): string | null =>
  isContradiction(transparency, extended)
    ? keyed('invalid', 'extended_transparency contradicts transparency: send one of them')
    : null;

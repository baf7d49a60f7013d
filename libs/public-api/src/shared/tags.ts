import { z } from 'zod';
import { keyed } from './errors.js';
import { filled } from './fields.js';
import { closedObject } from './unsupported.js';

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** `{value}`, or the text alone; parsed into the text. */
const tag = z
  .preprocess(
    (value) => (isObject(value) ? value : { value }),
    closedObject({
      value: filled('value', 256)
        .refine((value) => !/[\r\n]/.test(value), { error: keyed('invalid', 'a tag has no line breaks') })
        .describe(
          'The tag, compared as it is written; the text alone is accepted in place of the object. At most 256 characters.',
        ),
    }),
  )
  .transform(({ value }) => value);

/** Tags of events, parsed into texts without duplicates; at most 20. */
export const tags = z
  .array(tag, { error: keyed('must_be_list', 'tags must be a list of {value}') })
  .max(20, keyed('too_many', 'tags may have at most 20 entries'))
  .transform((values) => [...new Set(values)]);

import { z } from 'zod';
import { keyed } from './errors.js';

/*
 * What happens to members that clients send and Kalends does not have (HTTP-29), in one place. A member that is in no schema
 * is ignored: clients send members of their own. Where that would mislead, a schema refuses them with what is here.
 */

/** The message of an issue with a member, or a value, that is known and not supported. */
export const notSupported = (description: string) => keyed('not_supported', description);

/** A value without effect, so that nothing is missed without it: clients send it for members that were not set (HTTP-15). */
const hasNoEffect = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A member of the hosted API whose absence somebody would notice; `instead`: why it is missing, or what to do, as a clause. */
export const unsupported = (name: string, instead: string) =>
  z
    .unknown()
    .refine(hasNoEffect, { error: notSupported(`${name} is not supported: ${instead}`) })
    .describe('Not supported: refused, unless it is null, false or empty.')
    .meta({ examples: [null] })
    .optional();

/** An object in which every unknown member is refused: ignored, it would change what the request means. */
export const closedObject = z.strictObject;

import type { z } from 'zod';
import { Refusal } from './refusals.js';
import { errorsOf, unworded } from './validation-errors.js';

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** A refusal in the form of RFC 6749 §5.2. */
export const oauthRefusal = (error: string, error_description: string): Refusal =>
  new Refusal(400, { error, error_description }, noStore);

const plain = (text: string) => text.replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '?');

/** The parameters of a request to the token or revocation endpoint; unusable ones are an `invalid_request`. */
export function oauthInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const subject = isObject ? input : {};
  const parsed = schema.safeParse(subject, { error: () => unworded });
  if (parsed.success) return parsed.data;
  const { errors } = errorsOf(parsed.error.issues as never, subject);
  const descriptions = Object.values(errors).flatMap((all) => all.map(({ description }) => description));
  throw oauthRefusal('invalid_request', plain(`${descriptions.join('; ')}.`));
}

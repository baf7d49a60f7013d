import type { z } from 'zod';
import { Refusal } from './refusals.js';

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** A refusal in the form of RFC 6749 §5.2. */
export const oauthRefusal = (error: string, error_description: string): Refusal =>
  new Refusal(400, { error, error_description }, noStore);

const plain = (text: string) => text.replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '?');

/** The parameters of a request to the token or revocation endpoint; unusable ones are an `invalid_request`. */
export function oauthInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const parsed = schema.safeParse(isObject ? input : {});
  if (parsed.success) return parsed.data;
  throw oauthRefusal('invalid_request', plain(`${parsed.error.issues.map(({ message }) => message).join('; ')}.`));
}

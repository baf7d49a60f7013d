import { parse } from 'qs';
import { Malformed } from './read-json.js';

/** Bounds of a form; what exceeds them is refused, not cut off. */
const bounds = {
  depth: 10,
  strictDepth: true,
  parameterLimit: 1_000,
  arrayLimit: 1_000,
  throwOnLimitExceeded: true,
  // `constructor` is a name like any other: it must not be lost
  plainObjects: true,
} as const;

/**
 * A form-encoded body (HTTP-2): `location[description]` is a member of a member, `calendar_ids[]` an entry of a list. Throws
 * {@link Malformed}.
 */
export function readForm(text: string): unknown {
  try {
    return parse(text, bounds);
  } catch {
    throw new Malformed('The form-encoded body has more than 1,000 members, or is nested too deep: send JSON.');
  }
}

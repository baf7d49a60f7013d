import { isDeepStrictEqual } from 'node:util';

/** The members in which two versions differ, as each has them. */
export function differences(before: object, after: object): { before: object; after: object } {
  const entries = Object.entries(after);
  const earlier = new Map(Object.entries(before));
  const changed = entries.filter(([name, value]) => !isDeepStrictEqual(value, earlier.get(name)));
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, earlier.get(name) ?? null])),
    after: Object.fromEntries(changed),
  };
}

import type { ValidationErrors } from '@kalends/contracts';

/** Names shorter than this are too often one letter from another. */
const shortest = 5;

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether one letter was left out, added, replaced, or swapped with the next. */
function isOneSlip(written: string, meant: string): boolean {
  let start = 0;
  while (start < written.length && written[start] === meant[start]) start += 1;
  let [end, other] = [written.length, meant.length];
  while (end > start && other > start && written[end - 1] === meant[other - 1]) [end, other] = [end - 1, other - 1];
  const [left, right] = [written.slice(start, end), meant.slice(start, other)];
  if (left.length === 2 && right.length === 2) return left[0] === right[1] && left[1] === right[0];
  return left.length <= 1 && right.length <= 1;
}

const isMisspelt = (written: string, meant: string) =>
  bare(written) === bare(meant) || (meant.length >= shortest && isOneSlip(written, meant));

/**
 * The members of an input that are almost the name of a known one which is absent: ignored as unknown, they would change
 * what the call means (HTTP-21). `known`: the names that the call has.
 */
export function misspeltMembers(input: object, known: readonly string[]): ValidationErrors['errors'] {
  const errors = new Map<string, ValidationErrors['errors'][string]>();
  for (const name of Object.keys(input)) {
    if (known.includes(name) || name.length > 64) continue;
    const meant = known.find((one) => !Object.hasOwn(input, one) && isMisspelt(name, one));
    if (meant === undefined) continue;
    const description = `${name} is not known: did you mean ${meant}?`;
    errors.set(name, [{ key: 'errors.not_recognized', description }]);
  }
  return Object.fromEntries(errors);
}

import type { ValidationErrors } from '@kalends/public-api';

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

/** More are not named. */
const maxNamed = 50;

/** A known member that the input does not have. */
interface Absent {
  name: string;
  bare: string;
}

const isSlipOf = (written: string, meant: string) =>
  meant.length >= shortest && Math.abs(written.length - meant.length) <= 1 && isOneSlip(written, meant);

function meantBy(written: string, absent: readonly Absent[]): Absent | undefined {
  const letters = bare(written);
  return absent.find(({ name, bare: meant }) => meant === letters || isSlipOf(written, name));
}

/**
 * The members of an input that are almost the name of a known one which is absent: ignored as unknown, they would change
 * what the call means (HTTP-21). `known`: the names that the call has. At most 50.
 */
export function misspeltMembers(input: object, known: readonly string[]): ValidationErrors['errors'] {
  const names = new Set(known);
  const absent = known.filter((one) => !Object.hasOwn(input, one)).map((name) => ({ name, bare: bare(name) }));
  const errors = new Map<string, ValidationErrors['errors'][string]>();
  for (const name of Object.keys(input)) {
    if (errors.size === maxNamed) break;
    if (names.has(name) || name.length > 64) continue;
    const meant = meantBy(name, absent);
    if (meant === undefined) continue;
    const description = `${name} is not known: did you mean ${meant.name}?`;
    errors.set(name, [{ key: 'errors.not_recognized', description }]);
  }
  return Object.fromEntries(errors);
}

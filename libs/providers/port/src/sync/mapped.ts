/** What a mapper makes of a resource; undefined if it throws, so that one resource does not stop its whole calendar. */
export function mapped<Result>(map: () => Result): Result | undefined {
  try {
    return map();
  } catch {
    return undefined;
  }
}

type Input = Record<string, unknown>;

const stepsOf = (path: string): (string | number)[] =>
  path.split('.').flatMap((part) => [part.replace('[]', ''), ...(part.endsWith('[]') ? [0] : [])]);

/** The input with a member at a path like `attendees.invite[].email`, where `[]` is the first entry; undefined removes it. */
export function withMember(input: Input, path: string, value: unknown): Input {
  const copy = structuredClone(input);
  const steps = stepsOf(path);
  let place: Record<string | number, unknown> = copy;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const next = place[step];
    if (typeof next !== 'object' || next === null) {
      if (value === undefined) return copy;
      place[step] = typeof steps[index + 1] === 'number' ? [] : {};
    }
    place = place[step] as Record<string | number, unknown>;
  }
  const last = steps.at(-1)!;
  if (value !== undefined) place[last] = value;
  else if (typeof last === 'number') (place as unknown as unknown[]).splice(last, 1);
  else delete place[last];
  return copy;
}

/** The path as errors name it: `attendees.invite[0].email`. */
export const errorPath = (path: string): string => path.replaceAll('[]', '[0]');

import type { ValidationErrors } from '@kalends/public-api';

type Issue = {
  path: readonly PropertyKey[];
  message: string;
  code?: string;
  keys?: readonly string[];
  expected?: string;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  values?: readonly unknown[];
};

/** Message of an issue for which the schema has no words: parse with `{ error: () => unworded }`. */
export const unworded = 'unworded';

/** Most unknown members named at one place. */
const most = 20;

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  );

const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<PropertyKey, unknown>)[name]
    : undefined;

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown => path.reduce(memberOf, input);

/** Key and predicate for each type that a schema may expect. */
const typeWords = new Map(
  Object.entries<readonly [string, string]>({
    string: ['must_be_string', 'must be a string'],
    number: ['must_be_number', 'must be a number'],
    int: ['must_be_integer', 'must be a whole number'],
    boolean: ['must_be_boolean', 'must be true or false'],
    array: ['must_be_list', 'must be a list'],
    object: ['must_be_object', 'must be an object'],
    record: ['must_be_object', 'must be an object'],
  }),
);

const unitOf = new Map(Object.entries<string>({ string: ' characters', array: ' entries' }));

/** What is wrong in our words (HTTP-20): the library's own are about its schemas. */
function wordsOf({ code, expected, origin, minimum, maximum, values }: Issue): readonly [string, string] {
  const unit = unitOf.get(origin ?? '');
  if (code === 'invalid_type') return typeWords.get(expected ?? '') ?? ['invalid', 'is of another type than expected'];
  if (code === 'too_big')
    return unit ? ['too_long', `may have at most ${maximum}${unit}`] : ['invalid', `may be at most ${maximum}`];
  if (code === 'too_small')
    return unit ? ['too_short', `must have at least ${minimum}${unit}`] : ['invalid', `must be at least ${minimum}`];
  if (code === 'invalid_value') return ['not_recognized', `must be one of: ${(values ?? []).join(', ')}`];
  return ['invalid', 'does not have a valid form'];
}

/** Events have two ids: whoever gives the one where the other is needed learns which is which. */
const otherId = (field: string, input: unknown) =>
  field === 'event_id' && valueAt(input, ['event_uid']) !== undefined
    ? ': it is the id that your application gave the event; event_uid is the one that Kalends gives to every event'
    : '';

function entryOf(issue: Issue, input: unknown) {
  const field = pathOf(issue.path) || 'body';
  if (issue.path.length > 0 && valueAt(input, issue.path) === undefined) {
    const description = `${field} must be specified${otherId(field, input)}`;
    return { field, key: 'errors.required', description };
  }
  if (issue.message === unworded) {
    const [key, predicate] = wordsOf(issue);
    return { field, key: `errors.${key}`, description: `${field} ${predicate}` };
  }
  const [key, description] = issue.message.split('|', 2);
  return description !== undefined && key!.startsWith('errors.')
    ? { field, key: key!, description }
    : { field, key: 'errors.invalid', description: issue.message };
}

/** An unknown member where none is ignored is named itself. */
function entriesOf(issue: Issue, input: unknown) {
  if (issue.code !== 'unrecognized_keys') return [entryOf(issue, input)];
  return (issue.keys ?? []).slice(0, most).map((name) => {
    const field = pathOf([...issue.path, name]);
    return {
      field,
      key: 'errors.not_supported',
      description: `${field} is not a member or parameter that is supported`,
    };
  });
}

/** All errors of an input, as the 422 body. `input` distinguishes a missing field from an invalid one. */
export function errorsOf(issues: readonly Issue[], input: unknown): ValidationErrors {
  const errors = new Map<string, { key: string; description: string }[]>();
  for (const { field, ...entry } of issues.flatMap((issue) => entriesOf(issue, input))) {
    const present = errors.get(field) ?? [];
    if (!present.some((one) => one.key === entry.key)) errors.set(field, [...present, entry]);
  }
  return { errors: Object.fromEntries(errors) };
}

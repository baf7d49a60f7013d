import type { ValidationErrors } from '@kalends/contracts';

type Issue = {
  path: readonly PropertyKey[];
  message: string;
  code?: string;
  keys?: readonly string[];
  errors?: readonly Issue[][];
};

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  );

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined | null)?.[part], input);

function entryOf(issue: Issue, input: unknown) {
  const field = pathOf(issue.path) || 'body';
  const [key, description] = issue.message.split('|', 2);
  const named = description !== undefined && key!.startsWith('errors.');
  // A missing zone is unrecognized (HTTP-6); every other missing field is required.
  const missing = valueAt(input, issue.path) === undefined && key !== 'errors.tzid_unrecognized';
  if (missing) return { field, key: 'errors.required', description: `${field} must be specified` };
  return named ? { field, key: key!, description } : { field, key: 'errors.invalid', description: issue.message };
}

/** All errors of an input, as the 422 body. `input` distinguishes a missing field from an invalid one. */
export function errorsOf(issues: readonly Issue[], input: unknown): ValidationErrors {
  const errors: ValidationErrors['errors'] = {};
  for (const issue of issues) {
    const { field, ...entry } = entryOf(issue, input);
    const present = (errors[field] ??= []);
    if (!present.some((one) => one.key === entry.key)) present.push(entry);
  }
  return { errors };
}

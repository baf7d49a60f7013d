import { isSecretName, redactText } from './redact-text.js';

const DEPTH = 8;

/** A copy in which values with secret names, and secrets in texts (see `redactText`), are replaced. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '[deep]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return redactList(value, depth);
  if (value instanceof Error) return redactError(value, depth);
  const toJson = (value as { toJSON?: unknown }).toJSON;
  if (typeof toJson === 'function') return redact(toJson.call(value), depth + 1);
  const { name: own } = value as { name?: unknown };
  const nameOf = (key: string) => (key === 'value' && typeof own === 'string' ? own : key);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactNamed(nameOf(key), item, depth)]));
}

/** Headers and parameters may be lists of names and values in turn. */
const redactList = (list: unknown[], depth: number): unknown[] =>
  list.map((item, index) => {
    const before: unknown = list[index - 1];
    return redactNamed(typeof before === 'string' ? before : '', item, depth);
  });

function redactNamed(name: string, item: unknown, depth: number): unknown {
  const empty =
    item === undefined || item === null || item === '' || typeof item === 'boolean' || typeof item === 'number';
  return isSecretName(name) && !empty ? '[redacted]' : redact(item, depth + 1);
}

function redactError(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message: redactText(message),
    ...(code === undefined ? {} : { code }),
    stack: redactText(stack ?? ''),
    ...(cause === undefined ? {} : { cause: redact(cause, depth + 1) }),
  };
}

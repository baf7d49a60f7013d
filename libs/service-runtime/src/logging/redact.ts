const SECRET_NAME =
  /^(authorization|proxy[-_]authorization|cookie|set[-_]cookie|.*password|.*secret|.*token|code|code_verifier|(admin|api|encryption|private)[-_]?key|credentials?)$/i;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]*):[^\s/@]+@/gi;
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/g;
/** Secrets in a query, a fragment or a form. */
const PARAMETER =
  /([?&#](?:code|state|key|signature|assertion|code_verifier)=|(?:^|[?&#\s])[a-z_]{0,30}(?:token|secret|password)=)[^&\s"'#]+/gi;
/** Keys of administrators and developers, and client secrets, anywhere. */
const PREFIXED = /\b(kak_|kdk_|KAL_)[A-Za-z0-9_-]{6,}/g;
const DEPTH = 8;

/** A copy in which values with secret names are replaced, and in texts passwords in URLs, credentials, secret parameters and keys. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Error) return redactError(value, depth);
  const toJson = (value as { toJSON?: unknown }).toJSON;
  if (typeof toJson === 'function') return redact(toJson.call(value), depth + 1);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactNamed(name, item, depth)]));
}

function redactNamed(name: string, item: unknown, depth: number): unknown {
  const empty =
    item === undefined || item === null || item === '' || typeof item === 'boolean' || typeof item === 'number';
  return SECRET_NAME.test(name) && !empty ? '[redacted]' : redact(item, depth + 1);
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

/** The same for one text. */
export function redactText(text: string): string {
  return text
    .replaceAll(URL_PASSWORD, '$1:[redacted]@')
    .replaceAll(BEARER, '$1 [redacted]')
    .replaceAll(PARAMETER, '$1[redacted]')
    .replaceAll(PREFIXED, '$1[redacted]');
}

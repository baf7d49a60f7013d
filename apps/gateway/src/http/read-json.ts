/** A request that cannot be read; the message states why, in our words. */
export class Malformed extends Error {
  readonly statusCode = 400;
}

/** What a body is that JSON does not accept: the usual mistakes are named. */
function problemOf(text: string): string {
  if (/^[\u001f\ufffd]/.test(text)) return 'The body is compressed: send it as it is, without Content-Encoding.';
  if (/^[\w.~%+-]+(\[\w*\])*=/.test(text))
    return 'The body is form-encoded, but Content-Type says JSON: send JSON, or Content-Type: application/x-www-form-urlencoded.';
  if (/,\s*[}\]]/.test(text)) return 'The body is not JSON: a comma before } or ] is not allowed.';
  if (text.includes("'") && !text.includes('"')) return 'The body is not JSON: names and texts need double quotes.';
  return 'The body is not JSON: it may be cut off, or a quote, comma or bracket is missing.';
}

/** A JSON body; an empty one is absent. Throws {@link Malformed}. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Malformed(problemOf(text));
  }
}

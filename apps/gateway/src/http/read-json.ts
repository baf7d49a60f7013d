/** A request that cannot be read; the message states why, in our words. */
export class Malformed extends Error {
  readonly statusCode = 400;
}

/** What a body is that JSON does not accept: the usual mistakes are named. */
function problemOf(text: string): string {
  if (/^[\u001f\ufffd]/.test(text)) return 'The body is compressed: send it as it is, without Content-Encoding.';
  if (/^[\w.~%+-]+(\[\w*\])*=/.test(text))
    return 'The body is form-encoded, but Content-Type is JSON: send JSON, or Content-Type: application/x-www-form-urlencoded.';
  if (/,\s*[}\]]/.test(text)) return 'The body is not JSON: a comma before } or ] is not allowed.';
  if (text.includes("'") && !text.includes('"')) return 'The body is not JSON: names and texts need double quotes.';
  return 'The body is not JSON: it may be cut off, or a quote, comma or bracket is missing.';
}

/** Most members and entries of a body: each costs time wherever it is read, however few bytes it has. */
const maxValues = 50_000;

/** Whether JSON has more members and entries, in all its objects and arrays, than allowed. Commas in texts do not count; depth has a bound of its own. */
function hasManyValues(text: string): boolean {
  let [values, inText] = [1, false];
  for (let at = 0; at < text.length && values <= maxValues; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) inText = !inText;
    else if (inText && code === backslash) at += 1;
    else if (!inText && code === comma) values += 1;
  }
  return values > maxValues;
}
const [quote, backslash, comma] = ['"', '\\', ','].map((one) => one.charCodeAt(0));

/** A JSON body; an empty one is absent. Throws {@link Malformed}. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (hasManyValues(text)) throw new Malformed(`The body has more than ${maxValues} members and entries.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Malformed(problemOf(text));
  }
}

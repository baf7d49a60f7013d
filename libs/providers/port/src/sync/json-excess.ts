import { setImmediate } from 'node:timers/promises';
import { EgressRefused } from '@kalends/security';
import { ProviderError } from './provider.port.js';
import { requestFailure } from './request-failure.js';

/**
 * Bounds of a JSON text that `JSON.parse` builds in about a tenth of a second. Without them, one of 16 MiB with only brackets
 * takes many seconds, in which nothing else runs, and hundreds of megabytes.
 */
const maxValues = 250_000;
const maxNested = 50;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the quotation mark that ends a string, which begins before `from`; the text's length if none does. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (first > from && text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Why a JSON text is not parsed: it has too many values, or they are nested too deeply; undefined: it may be. Reads no further
 * than the bound. Whether it is JSON is for `JSON.parse` to determine.
 */
export function jsonExcess(text: string): string | undefined {
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    else if (code === closeList || code === closeObject) depth -= 1;
    else if (code === comma) values += 1;
    else if (code === openList || code === openObject) {
      values += 1;
      depth += 1;
    }
    if (values > maxValues) return `the response has more than ${maxValues} values`;
    if (depth > maxNested) return `the response is nested deeper than ${maxNested} levels`;
  }
  return undefined;
}

/** An answer without content (RFC 9110 §15.3), and one that something else than the provider gave. */
const empty = new Set([202, 204, 205]);

/**
 * The content of a provider's JSON answer. One beyond the bounds fails as too large. One that is not JSON fails if it reports success, since
 * something else has answered, or half of it is missing; of a failure, an empty object.
 */
export function jsonOf(text: string, { host }: URL, status: number): unknown {
  const excess = jsonExcess(text);
  if (excess !== undefined) throw requestFailure(new EgressRefused('too-large', excess), host);
  if (empty.has(status) && text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    if (status < 200 || status >= 300) return {};
    throw new ProviderError('unavailable', `${host} answered ${status} without JSON, or with a part of it.`);
  }
}

/** As {@link jsonOf}, of a response: decoding 16 MiB and parsing them are two turns of the event loop. */
export async function readJson(response: Response, url: URL): Promise<unknown> {
  const text = await response.text();
  await setImmediate();
  const body = jsonOf(text, url, response.status);
  await setImmediate();
  return body;
}

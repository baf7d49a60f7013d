import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { failureOf } from './graph-error.js';
import { isUnderstood, preferOf, queryOf, type GraphAnswer, type GraphApi, type GraphCall } from './graph-api.js';
import { ProviderError, egressRefusalIn } from '@kalends/provider-port/sync';

const maxPerBatch = 20;
const responses = z.object({
  responses: z.array(
    z.object({
      id: z.string(),
      status: z.int(),
      headers: z.record(z.string(), z.string()).nullish(),
      body: z.unknown().optional(),
    }),
  ),
});
type Item = z.infer<typeof responses>['responses'][number];

const headersOf = ({ headers }: Item) => {
  const found = new Headers();
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (/^(retry-after|date|x-ms-throttle-scope)$/i.test(name)) found.set(name, value);
  }
  return found;
};

/** Busy, or the token ended during the batch: the next one is refreshed as a whole. */
const isPostponed = ({ status }: Item): boolean => [401, 429, 503].includes(status);

/** A longer Retry-After, in ms, is not spent within a sync. */
const longestWaitMs = 5_000;

/** How often the requests that a batch's answer postponed are sent again without any progress. */
const maxRounds = 3;

async function round(api: GraphApi, paths: readonly string[], call: GraphCall) {
  const headers = { Prefer: preferOf(call) };
  const requests = paths.map((path, index) => ({
    id: String(index),
    method: 'GET',
    url: `${path}${queryOf(call.query)}`,
    headers,
  }));
  const { body } = await api.read('/$batch', responses, { method: 'POST', body: { requests }, items: paths.length });
  if (!body) throw new ProviderError('unavailable', 'Microsoft did not answer a batch.');
  return body.responses;
}

const waitOf = ({ options }: ProviderError): number => options.retryAfterMs ?? 0;

/** Each postponed item names a wait of its own: the longest counts for those that are sent again. */
const later = (one: ProviderError | undefined, other: ProviderError): ProviderError =>
  one && waitOf(one) >= waitOf(other) ? one : other;

/** The answer was larger than is read, and one to fewer requests may not be. */
const isTooLarge = (error: unknown, { length }: readonly string[]) =>
  length > 1 && egressRefusalIn(error)?.reason === 'too-large';

/**
 * Reads several paths with the same query, 20 in a request (graph/json-batching); the answers have the order of the
 * paths. Each has a status of its own: those that were too many at once are sent again, alone, after the longest wait that they name; after an answer that is too
 * large, fewer are requested at once. Throws the failure of the first that fails otherwise.
 */
export async function readEach(api: GraphApi, paths: readonly string[], call: GraphCall = {}): Promise<GraphAnswer[]> {
  const found = new Map<string, GraphAnswer>();
  let [rounds, size] = [0, maxPerBatch];
  for (let left = [...new Set(paths)]; left.length > 0;) {
    const part = left.slice(0, size);
    const before = found.size;
    let postponed: ProviderError | undefined;
    let items: Item[];
    try {
      items = await round(api, part, call);
    } catch (error) {
      if (!isTooLarge(error, part)) throw error;
      size = Math.ceil(part.length / 4);
      continue;
    }
    for (const item of items) {
      const path = part[Number(item.id)];
      const answer = { ...failureOf(item.status, item.body), body: item.body };
      if (path === undefined) continue;
      if (isUnderstood(answer, call)) found.set(path, answer);
      else if (!isPostponed(item)) throw api.noted(api.failed(answer, headersOf(item)));
      else postponed = later(postponed, api.failed(answer, headersOf(item)));
    }
    left = left.filter((path) => !found.has(path));
    rounds = found.size > before ? 0 : rounds + 1;
    if (rounds >= maxRounds) throw api.noted(postponed ?? new ProviderError('unavailable', 'A batch has no answers.'));
    if (left.length === 0 || !postponed || waitOf(postponed) === 0) continue;
    if (waitOf(postponed) > longestWaitMs) throw api.noted(postponed);
    await delay(waitOf(postponed));
  }
  return paths.map((path) => found.get(path)!);
}

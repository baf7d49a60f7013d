import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { inChildSpan } from '@kalends/service-runtime';
import { EgressRefused } from './egress-refused.js';

interface GuardedRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  /** Aborts everything, name resolution included; the request rejects with its reason. */
  signal: AbortSignal;
  /** Longest response that is read, before and after decompression. */
  maxBodyBytes: number;
  /** The result for a longer response: an error (the default), or its beginning. */
  beyond?: 'refuse' | 'cut';
  /** Whether the body is decompressed; by default it is, unless its beginning is enough. */
  decode?: boolean;
}

export interface GuardedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** If it is decompressed: from gzip, deflate or br. */
  body: Buffer<ArrayBuffer>;
}

const decoders = new Map(
  Object.entries<(bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>({
    gzip: promisify(gunzip),
    'x-gzip': promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  }),
);

const tooLarge = (limit: number) => new EgressRefused('too-large', `the response is longer than ${limit} bytes`);

/** Rejects with the signal's reason immediately: a request that waits for its connection does not notice. */
function ended(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let listener: () => void = () => undefined;
  const promise = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason as Error);
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  });
  promise.catch(() => undefined);
  return { promise, forget: () => signal.removeEventListener('abort', listener) };
}

async function read(body: Dispatcher.ResponseData['body'], limit: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    chunks.push(chunk as Buffer);
    if (size > limit) return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

async function decoded(bytes: Buffer<ArrayBuffer>, encoding: string | undefined, limit: number) {
  const decode = decoders.get(encoding?.trim().toLowerCase() ?? '');
  if (!decode || bytes.length === 0) return bytes;
  try {
    return Buffer.from(await decode(bytes, { maxOutputLength: limit }));
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    throw error;
  }
}

async function exchange(dispatcher: Dispatcher, options: GuardedRequest): Promise<GuardedAnswer> {
  const { url, method, body, signal, maxBodyBytes: limit, beyond = 'refuse' } = options;
  const answer = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: options.headers,
    body: body ?? null,
    signal,
    dispatcher,
    highWaterMark: limit * 2,
  });
  const { statusCode: status, headers } = answer;
  if (beyond === 'refuse' && Number(headers['content-length'] ?? 0) > limit && method !== 'HEAD') {
    answer.body.destroy();
    throw tooLarge(limit);
  }
  const { bytes, isCut } = await read(answer.body, limit);
  if (isCut && beyond === 'refuse') throw tooLarge(limit);
  const encoding = [headers['content-encoding']].flat()[0];
  const isWanted = options.decode ?? beyond === 'refuse';
  return { status, headers, body: isWanted ? await decoded(bytes, encoding, limit) : bytes };
}

/**
 * One request over the guard's connections with its complete response; redirects are ordinary responses. undici's own
 * `fetch` pauses its parser when a reader lags, and up to version 7 ends the process when the server closes the connection
 * meanwhile (nodejs/undici#5360): here the buffer is larger than the longest response, so it never pauses. Rejects with the
 * signal's reason, {@link EgressRefused} or undici's network error.
 */
export function guardedRequest(dispatcher: Dispatcher, options: GuardedRequest): Promise<GuardedAnswer> {
  const { method, url } = options;
  // excludes the address, which may contain names and secrets, and our trace context, which is private
  const attributes = { 'http.request.method': method, 'server.address': url.hostname };
  return inChildSpan({ name: method, kind: 'client', attributes }, async (span) => {
    const answer = await requestNow(dispatcher, options);
    span?.set({ 'http.response.status_code': answer.status });
    return answer;
  });
}

async function requestNow(dispatcher: Dispatcher, options: GuardedRequest): Promise<GuardedAnswer> {
  const end = ended(options.signal);
  try {
    const work = exchange(dispatcher, options);
    work.catch(() => undefined);
    return await Promise.race([work, end.promise]);
  } finally {
    end.forget();
  }
}

const withoutBody = new Set([204, 205, 304]);

/** The response as `fetch` would return it. */
export function toResponse({ status, headers, body }: GuardedAnswer, url: URL): Response {
  const list = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) list.append(name, one);
  const response = new Response(withoutBody.has(status) ? null : body, { status, headers: list });
  return Object.defineProperty(response, 'url', { value: url.href });
}

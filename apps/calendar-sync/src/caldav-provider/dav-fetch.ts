import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { EgressRefused, type Egress } from '@kalends/service';
import { request, type Dispatcher } from 'undici';
import { sameSite } from './addresses.js';

export interface DavFetchOptions {
  /** One deadline for all hops and the whole answer, in milliseconds. */
  timeoutMs: number;
  /** Longest answer that is read, before and after decompression; a longer one is refused, not cut. */
  maxBodyBytes: number;
}

const maxRedirects = 5;
const withoutBody = new Set([204, 205, 304]);
const redirects = new Set([301, 302, 307, 308]);
const decompress = promisify(gunzip);

interface Hop {
  url: URL;
  headers: Headers;
}

const tooLarge = (limit: number) => new EgressRefused('too-large', `the answer is longer than ${limit} bytes`);

async function read(body: Dispatcher.ResponseData['body'], limit: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

async function unpacked(bytes: Buffer<ArrayBuffer>, encoding: string | undefined, limit: number) {
  if (encoding !== 'gzip' || bytes.length === 0) return bytes;
  try {
    return Buffer.from(await decompress(bytes, { maxOutputLength: limit }));
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    throw error;
  }
}

function nextHop(hop: Hop, status: number, location: string | undefined): Hop | undefined {
  if (!redirects.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, hop.url.href)) throw new EgressRefused('redirect', 'the server redirects to no URL');
  const url = new URL(location, hop.url);
  if (!/^https?:$/.test(url.protocol)) throw new EgressRefused('scheme', `${url.protocol} is not followed`);
  const headers = new Headers(hop.headers);
  if (!sameSite(hop.url, url)) headers.delete('authorization');
  return { url, headers };
}

function toResponse(answer: Dispatcher.ResponseData, bytes: Buffer<ArrayBuffer>, url: URL): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  }
  const body = withoutBody.has(answer.statusCode) ? null : bytes;
  const response = new Response(body, { status: answer.statusCode, headers });
  return Object.defineProperty(response, 'url', { value: url.href });
}

/**
 * `fetch` for WebDAV over the egress guard's connections: methods and bodies survive redirects, credentials stay on
 * their site, answers are read whole. undici's own `fetch` pauses its parser when a reader lags, and up to version 7
 * ends the process when the server closes the connection meanwhile (nodejs/undici#5360), as servers of HTTP/1.0 do after
 * each answer: here the buffer is as long as the longest answer, so nothing ever pauses.
 */
export function createDavFetch(egress: Pick<Egress, 'dispatcher'>, options: DavFetchOptions): typeof globalThis.fetch {
  const { timeoutMs, maxBodyBytes } = options;
  return async (input, init = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const headers = new Headers(init.headers);
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip');
    let hop: Hop = { url: new URL(input instanceof Request ? input.url : input), headers };
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const answer = await request(hop.url, {
        method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: Object.fromEntries(hop.headers),
        body: (init.body ?? null) as string | null,
        signal,
        dispatcher: egress.dispatcher,
        highWaterMark: maxBodyBytes * 2,
      });
      const bytes = await read(answer.body, maxBodyBytes);
      const next = nextHop(hop, answer.statusCode, [answer.headers.location].flat()[0]);
      if (!next) {
        const encoding = [answer.headers['content-encoding']].flat()[0];
        return toResponse(answer, await unpacked(bytes, encoding, maxBodyBytes), hop.url);
      }
      hop = next;
    }
    throw new EgressRefused('redirect', `more than ${maxRedirects} redirects`);
  };
}

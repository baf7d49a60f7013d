import { simpleParser } from 'mailparser';
import { headerOf, routeFor, type Answer, type Route, type SimulatorRequest } from '../http/routing.js';
import { ApiError, invalid } from './api-error.js';
import type { GoogleStore } from './store.js';

/** Google documents 50 calls of the Calendar API per batch. */
const maxParts = 50;
const longestBatch = 1_048_576;

interface Part {
  id: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string;
}

/** One part: an HTTP request (RFC 9112) without its host. */
function readPart(text: string, id: string): Part {
  const [head = '', ...rest] = text.replace(/^(\r?\n)+/, '').split(/\r?\n\r?\n/);
  const [line = '', ...fields] = head.split(/\r?\n/);
  const [, method, target] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)( HTTP\/1\.[01])?$/.exec(line) ?? [];
  if (method === undefined || target === undefined) throw invalid('Failed to parse a part of the batch.');
  const headers = fields.flatMap((field) => {
    const [, name, value] = /^([\w-]+):(.*)$/.exec(field) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value!.trim()] as const];
  });
  return { id, method, target, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n').trim() };
}

async function partsOf(request: SimulatorRequest): Promise<Part[]> {
  const type = headerOf(request, 'content-type') ?? '';
  if (!/^multipart\/mixed *;/i.test(type)) throw invalid('A batch must be multipart/mixed.');
  if (request.body.length > longestBatch) throw new ApiError(413, 'uploadTooLarge', 'The batch is too long.');
  const { attachments } = await simpleParser(`Content-Type: ${type}\r\nMIME-Version: 1.0\r\n\r\n${request.body}`);
  const others = attachments.filter(({ contentType }) => contentType !== 'application/http');
  if (attachments.length === 0 || others.length > 0) throw invalid('Parts of a batch must be application/http.');
  if (attachments.length > maxParts) throw invalid(`A batch has at most ${maxParts} calls.`);
  return attachments.map(({ content, contentId }, at) => readPart(content.toString(), contentId ?? `<${at + 1}>`));
}

/** A part's own answer, with its own scripted fault; it has the batch's headers, unless it names them itself. */
async function answerTo(
  store: GoogleStore,
  routes: readonly Route[],
  { outer, part }: { outer: SimulatorRequest; part: Part },
) {
  const url = new URL(part.target, outer.url);
  const found = url.origin === outer.url.origin ? routeFor([...routes], part.method, url.pathname) : undefined;
  if (!found || !url.pathname.startsWith('/calendar/v3/')) return new ApiError(404, 'notFound', 'Not Found').answer();
  const fault = store.faults.next(part.method, url.pathname);
  if (fault?.status !== undefined)
    return new ApiError(fault.status, fault.reason ?? 'backendError', 'A scripted fault.').answer();
  const inherited = Object.entries(outer.headers).filter(([name]) => !name.startsWith('content-'));
  const headers = { ...Object.fromEntries(inherited), ...part.headers };
  return found.route.handle({ method: part.method, url, params: found.params, headers, body: part.body });
}

const printed = ({ status, body, headers = {} }: Answer) =>
  [
    `HTTP/1.1 ${status} ${status < 300 ? 'OK' : 'Error'}`,
    ...Object.entries({ ...headers, 'content-type': 'application/json; charset=UTF-8' }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    body === undefined ? '' : JSON.stringify(body),
  ].join('\r\n');

/** POST /batch/calendar/v3: parts of `multipart/mixed` (RFC 2046 §5.1), each a call with its own status, in their order. */
export async function runBatch(
  store: GoogleStore,
  routes: readonly Route[],
  request: SimulatorRequest,
): Promise<Answer> {
  const boundary = `batch_${store.newId('batch')}`;
  const lines: string[] = [];
  for (const part of await partsOf(request)) {
    const answer = await answerTo(store, routes, { outer: request, part });
    const head = ['Content-Type: application/http', `Content-ID: ${part.id.replace(/^</, '<response-')}`];
    lines.push(`--${boundary}`, ...head, '', printed(answer), '');
  }
  const body = [...lines, `--${boundary}--`, ''].join('\r\n');
  return { status: 200, body, headers: { 'content-type': `multipart/mixed; boundary=${boundary}` } };
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFor } from './for-person.js';
import { requestIdHeader, requestIdOf } from './request-id.js';

interface Answer {
  status: number;
  error: string;
  description: string;
}

const unreadable = { error: 'bad_request', description: 'The request is not valid HTTP/1.1.' };

const answers = new Map(
  Object.entries<Answer>({
    FST_ERR_BAD_URL: { status: 400, error: 'bad_request', description: 'The address has an invalid % escape.' },
    FST_ERR_MAX_PARAM_LENGTH: { status: 414, error: 'too_long', description: 'A part of the address is too long.' },
    ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'timeout', description: 'The request did not arrive in time.' },
    HPE_HEADER_OVERFLOW: { status: 431, error: 'too_large', description: 'The headers are larger than 16 kB.' },
  }),
);

const answerTo = (code: string | undefined): Answer => answers.get(code ?? '') ?? { status: 400, ...unreadable };

/** Answers a request whose address cannot be routed; no hook has run. `pageFor`: what a person sees instead. */
export function answerUnroutable(
  headers: Record<string, string>,
  pageFor: PageFor = () => null,
): (error: { code?: string }, request: FastifyRequest, reply: FastifyReply) => void {
  return ({ code }, request, reply) => {
    const { status, ...body } = answerTo(code);
    const page = pageFor(request, status);
    const type = page === null ? 'application/json' : 'text/html';
    const all = { ...headers, [requestIdHeader]: request.id, 'content-type': `${type}; charset=utf-8` };
    reply.raw.writeHead(status, all).end(page ?? JSON.stringify(body));
  };
}

/** Answers what is not HTTP on the socket itself, and closes it. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const { status, ...fields } = answerTo(error.code);
  const body = JSON.stringify(fields);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]!}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestIdOf({ headers: {} })}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

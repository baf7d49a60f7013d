import type { FastifyRequest } from 'fastify';
import { oauthRefusal } from './oauth-input.js';
import { Refusal } from './refusals.js';

type Sent = Pick<FastifyRequest, 'headers'>;
type Body = Record<string, unknown>;

const bodyOf = (input: unknown): Body =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Body) : {};

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Whether a client sends its secret in the body; its Authorization is then junk (AUTH-3). */
export const isClientInBody = ({ body }: Pick<FastifyRequest, 'body'>): boolean => isGiven(bodyOf(body).client_secret);

/** A part of the credentials: form-urlencoded, though some libraries do not encode it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

/** What follows the scheme; undefined: another scheme. */
const basicIn = ({ headers }: Sent) => /^basic(?:\s(.*))?$/is.exec(headers.authorization ?? '')?.[1];

/** RFC 6749 §2.3.1 with RFC 7617; undefined: no such credentials. */
function credentialsIn(sent: Sent): { client_id: string; client_secret: string } | undefined {
  const [, id, secret] = /^([^:]+):(.*)$/s.exec(Buffer.from(basicIn(sent) ?? '', 'base64').toString()) ?? [];
  return id === undefined ? undefined : { client_id: decoded(id), client_secret: decoded(secret!) };
}

/**
 * The parameters of a request to the token or revocation endpoint, with client credentials from HTTP Basic. With a secret in the
 * body, or another client's id there, the header is ignored: existing clients send junk in it (AUTH-3).
 */
export function withBasic(sent: Sent, input: unknown): unknown {
  const body = bodyOf(input);
  const credentials = isGiven(body.client_secret) ? undefined : credentialsIn(sent);
  if (!credentials || (isGiven(body.client_id) && body.client_id !== credentials.client_id)) return input;
  return { ...body, ...credentials };
}

/** `invalid_client`: 401 with a challenge if the client used HTTP Basic (RFC 6749 §5.2). */
export function invalidClient(sent: Sent, input: unknown, description: string): Refusal {
  const refusal = oauthRefusal('invalid_client', description);
  if (basicIn(sent) === undefined || isGiven(bodyOf(input).client_secret)) return refusal;
  return new Refusal(401, refusal.getResponse(), { ...refusal.headers, 'WWW-Authenticate': 'Basic realm="kalends"' });
}

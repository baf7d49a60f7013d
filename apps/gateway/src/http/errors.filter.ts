import { isTransient } from '@kalends/messaging';
import { Catch, HttpException, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Addresses } from './addresses.js';
import { isForPerson, type PageFor } from './for-person.js';
import { noteRefusal } from './noted-refusals.js';
import { Malformed } from './read-json.js';
import { Refusal, unavailable } from './refusals.js';

/** Logger of the filter: one line per unexpected error. */
export interface ErrorLog {
  error(fields: object, message: string): void;
}

/** The failed request's data for the log and the response. */
interface FailedRequest {
  method: string;
  route: string | undefined;
  /** Maximum size of its body. */
  limit: string;
}

const requestOf = ({ method, routeOptions, headers }: FastifyRequest): FailedRequest => ({
  method,
  route: routeOptions?.url,
  limit: headers['content-type']?.startsWith('message/rfc822') ? '5 MiB' : '512 kB',
});

/** The response to any error; an unexpected one is logged. */
export function refusalOf(
  error: Error & { code?: string; statusCode?: number },
  { method, route, limit }: FailedRequest,
  log: ErrorLog,
): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof HttpException ? error.getStatus() : error.statusCode;
  if (status === 404) return new Refusal(404, { error: 'not_found', description: 'There is no such address.' });
  if (status === 413) {
    return new Refusal(413, { error: 'too_large', description: `The body is larger than ${limit}: send it in parts.` });
  }
  if (status === 415) {
    const description = 'Send JSON (Content-Type: application/json) or a form-encoded body.';
    return new Refusal(415, { error: 'unsupported_media_type', description });
  }
  if (status !== undefined && status >= 400 && status < 500) {
    const description = error instanceof Malformed ? error.message : 'The request cannot be read.';
    return new Refusal(status, { error: 'bad_request', description });
  }
  log.error({ err: error, method, route }, 'request failed');
  if (isTransient(error)) return unavailable('The database cannot be reached now; try again.');
  return new Refusal(500, { error: 'internal_error', description: 'Something went wrong here; it has been logged.' });
}

/** Every error becomes one of the contract's shapes (HTTP-6, HTTP-7); the unexpected ones are logged, not shown. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(
    private readonly log: ErrorLog,
    private readonly addresses?: Addresses,
    private readonly pageFor: PageFor = () => null,
  ) {}

  catch(error: Error & { code?: string; statusCode?: number }, host: ArgumentsHost) {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const withoutSlash = error instanceof NotFoundException ? this.withoutSlash(request) : null;
    if (withoutSlash !== null) return void reply.status(308).header('location', withoutSlash).send();
    const refusal =
      this.addresses && request.is404 && error instanceof NotFoundException
        ? this.addresses.refusal(request.method, request)
        : refusalOf(error, requestOf(request), this.log);
    noteRefusal(request, refusal.getResponse());
    const body = this.pageFor(request, refusal.getStatus()) ?? refusal.getResponse();
    void reply
      .status(refusal.getStatus())
      .headers(refusal.headers)
      .type(typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  }

  /** The address that a person meant who added a slash; null: there is none. */
  private withoutSlash(request: FastifyRequest): string | null {
    const { url } = request;
    const end = url.includes('?') ? url.indexOf('?') : url.length;
    const path = url.slice(0, end);
    if (!path.endsWith('/') || path.startsWith('//') || !isForPerson(request)) return null;
    const meant = path.slice(0, -1);
    if (!this.addresses?.methodsAt(meant).includes('GET')) return null;
    return `${meant}${url.slice(end)}`;
  }
}

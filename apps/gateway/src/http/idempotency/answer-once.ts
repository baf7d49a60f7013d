import {
  HttpException,
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { SealError, type Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { elementTokenIn } from '../admission/element-calls.js';
import type { Administrator } from '../admin-key.js';
import type { CallingApplication } from '../api-key.js';
import type { Caller } from '../caller.js';
import { poolToken, sealerToken } from '../injection-tokens.js';
import { invalidField, Refusal } from '../refusals.js';
import { claim, record, release, type KeyOfOwner } from './claims.queries.js';
import { isRepeatable, isWrite, requestHashOf } from './idempotent-request.js';

const header = 'idempotency-key';
const form = /^[\x21-\x7e]{1,255}$/;

/** Most bytes of an answer that is kept. */
const maxBytes = 64 * 1024;

/** The request as the guards have identified its sender. */
type Identified = FastifyRequest & {
  caller?: Caller;
  application?: CallingApplication;
  administrator?: Administrator;
};

function ownerOf(request: Identified): string | null {
  const { caller, application, administrator } = request;
  // a page shares no keys with its application
  if (elementTokenIn(request) !== null) return null;
  if (caller) return `account:${caller.accountId}`;
  if (application)
    return application.user ? `account:${application.user.accountId}` : `application:${application.clientId}`;
  if (administrator)
    return administrator.kind === 'deployment' ? 'deployment' : `developer:${administrator.developerId}`;
  return null;
}

const conflict = (description: string) =>
  new Refusal(409, { error: 'errors.idempotency_conflict', description }, { 'Retry-After': '2' });

const running = () => conflict('A request with this Idempotency-Key is in progress, or ended without an answer.');
const notKept = () =>
  conflict(
    'The request with this Idempotency-Key was carried out; its answer was too large to be kept: read what it wrote.',
  );
const tooManyKeys = () =>
  new Refusal(
    429,
    {
      error: 'rate_limited',
      description:
        'More than 10,000 Idempotency-Keys in 24 hours, or 64 MiB of their answers: wait, or send it without one.',
    },
    { 'Retry-After': '3600' },
  );
const anotherBody = () =>
  invalidField('Idempotency-Key', 'idempotency_key_reused', 'this key was used for another request within 24 hours');

const sealedFor = ({ owner, key }: KeyOfOwner) => `idempotency:${owner}:${key}`;

/**
 * POST requests with `Idempotency-Key` (HTTP-23): the first one is carried out, later ones within 24 hours get its answer. Runs
 * after the guards, which say whose key it is; requests without the header cost nothing.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(sealerToken) private readonly sealer: Sealer,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<Identified>();
    const key = request.headers[header];
    if (key === undefined || !isWrite(request)) return next.handle();
    const owner = ownerOf(request);
    if (owner === null) return next.handle();
    if (typeof key !== 'string' || !form.test(key)) {
      throw invalidField('Idempotency-Key', 'invalid', 'Idempotency-Key has 1 to 255 visible ASCII characters');
    }
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return from(this.once({ owner, key }, { request, reply, next }));
  }

  private async once(key: KeyOfOwner, exchange: Exchange): Promise<unknown> {
    const hash = requestHashOf(exchange.request);
    const found = await claim(this.pool, key, hash);
    if (found?.isOwn) return this.carryOut(key, exchange);
    if (found?.isFull) throw tooManyKeys();
    if (!found || (found.status === null && found.request_hash === hash)) throw running();
    if (found.request_hash !== hash) throw anotherBody();
    if (found.answer === null) throw notKept();
    const body = this.answerOf(key, found.answer);
    exchange.reply.status(found.status!).header('Idempotency-Replayed', 'true');
    return body;
  }

  private async carryOut(key: KeyOfOwner, { request, reply, next }: Exchange): Promise<unknown> {
    try {
      const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      const text = JSON.stringify(body ?? null);
      const sealed = Buffer.byteLength(text) > maxBytes ? null : this.sealer.seal(text, sealedFor(key));
      await record(this.pool, key, { status: reply.statusCode, sealed });
      return body;
    } catch (error) {
      const isRefused = error instanceof HttpException && error.getStatus() < 500;
      if (isRefused || isRepeatable(request)) await release(this.pool, key);
      throw error;
    }
  }

  private answerOf(key: KeyOfOwner, answer: string): unknown {
    try {
      const body = JSON.parse(this.sealer.open(answer, sealedFor(key))) as unknown;
      return body ?? undefined;
    } catch (error) {
      if (error instanceof SealError) throw running();
      throw error;
    }
  }
}

interface Exchange {
  request: Identified;
  reply: FastifyReply;
  next: CallHandler;
}

import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Credentials, type Caller, type CallingApplication } from '../../tokens/credentials.js';
import { AccountUses } from '../../tokens/account-uses.js';
import { FailedAttempts } from '../rate-limit/failed-attempts.js';
import { Administrators, type Administrator } from './administrators.js';
import { isClientInBody } from '../client-credentials.js';
import { unauthorized } from '../refusals.js';
import { bearer } from './bearer.js';
import { ConsoleSessions } from './console-sessions.js';
import { CredentialRefusals } from './credential-refusals.js';
import { ElementAdmission } from './element-admission.js';
import { elementTokenIn } from './element-calls.js';
import type { Needed } from './wrong-credential.js';

/**
 * Whom the credential of a request admits, looked up once per request: before its body is read, if it has one, and then for
 * the guards. Each throws a 401, or a 429 when there were too many.
 */
@Injectable()
export class Admissions {
  private readonly found = new WeakMap<FastifyRequest, Promise<unknown>>();
  private readonly signedIn = new WeakMap<FastifyRequest, Promise<Administrator | undefined>>();

  constructor(
    private readonly credentials: Credentials,
    private readonly administrators: Administrators,
    private readonly refusals: CredentialRefusals,
    private readonly attempts: FailedAttempts,
    private readonly sessions: ConsoleSessions,
    private readonly elements: ElementAdmission,
    private readonly uses: AccountUses,
  ) {}

  /** The owner of a live access token, or the account of an element token, which is in use. */
  async caller(request: FastifyRequest): Promise<Caller> {
    const isElement = elementTokenIn(request) !== null;
    const caller = await (isElement
      ? this.remembered(request, () => this.elements.caller(request))
      : this.once(request, 'token', (token) => this.credentials.caller(token)));
    this.uses.note(caller.accountId);
    return caller;
  }

  /** The application of a client secret. */
  application(request: FastifyRequest): Promise<CallingApplication> {
    return this.once(request, 'key', async (key) => {
      const found = await this.credentials.application(key);
      return found?.user ? undefined : found;
    });
  }

  /** The application of a client secret, in the header or, with its client_id, in the body. */
  async applicationOrClient(request: FastifyRequest): Promise<CallingApplication> {
    if (!isClientInBody(request)) return this.application(request);
    const { client_id, client_secret: given } = request.body as Record<string, unknown>;
    const client_secret = String(given);
    const found = await this.credentials.application(client_secret);
    if (!found || found.user || found.clientId !== client_id)
      throw await this.refusals.wrong(request, client_secret, 'key');
    return found;
  }

  /** The application of a client secret, of a live access token or of an element token. */
  applicationOrUser(request: FastifyRequest): Promise<CallingApplication> {
    if (elementTokenIn(request) !== null) return this.remembered(request, () => this.elements.application(request));
    return this.once(request, 'key-or-token', (credential) => this.credentials.application(credential));
  }

  /** The application of an element token, which alone admits. */
  async element(request: FastifyRequest): Promise<CallingApplication> {
    if (elementTokenIn(request) !== null) return this.remembered(request, () => this.elements.application(request));
    throw unauthorized(false, 'This call takes an element token, as et in the query, and no Authorization.');
  }

  /** The owner of an admin key or a developer's key, or who has signed in to the console. */
  administrator(request: FastifyRequest): Promise<Administrator> {
    const byKey = () =>
      this.once(request, 'admin', async (key) => {
        const found = await this.administrators.find(key);
        if (!found) await this.attempts.wrongSecret({ kind: 'admin', address: request.ip });
        return found;
      });
    if (bearer(request)) return byKey();
    const known = this.signedIn.get(request) ?? this.sessions.find(request);
    this.signedIn.set(request, known);
    return known.then((found) => found ?? byKey());
  }

  private once<T>(
    request: FastifyRequest,
    needed: Needed,
    find: (credential: string) => Promise<T | undefined>,
  ): Promise<T> {
    return this.remembered(request, () => this.admit(request, needed, find));
  }

  private remembered<T>(request: FastifyRequest, find: () => Promise<T>): Promise<T> {
    const known = this.found.get(request);
    if (known) return known as Promise<T>;
    const found = find();
    this.found.set(request, found);
    return found;
  }

  private async admit<T>(
    request: FastifyRequest,
    needed: Needed,
    find: (credential: string) => Promise<T | undefined>,
  ): Promise<T> {
    const credential = bearer(request);
    if (!credential) throw await this.refusals.missing(request, needed);
    const found = await find(credential);
    if (!found) throw await this.refusals.wrong(request, credential, needed);
    return found;
  }
}

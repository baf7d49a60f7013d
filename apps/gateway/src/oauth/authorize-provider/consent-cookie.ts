import { SealError, sha256, type Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Cookies = { cookies?: Record<string, string | undefined> };
type SetsCookies = { setCookie(name: string, value: string, options: object): unknown };

/** Data that the browser keeps while its user is at the provider. */
interface ConsentState {
  /** PKCE (RFC 7636 §4.1). */
  verifier: string;
  /** Epoch ms. */
  expires: number;
}

const lifetimeSeconds = 15 * 60;

/**
 * One cookie per pending consent, so that two windows do not interfere. `__Host-`: no other host, not even a subdomain, can
 * have set it.
 */
const nameOf = (state: string, isSecure: boolean) =>
  `${isSecure ? '__Host-' : ''}kalends_consent_${sha256(state).slice(0, 16)}`;

const associated = (browserId: string, state: string) => `consent:${browserId}:${sha256(state)}`;

const optionsFor = (isSecure: boolean, maxAge: number) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure,
  maxAge,
});

/** A pending consent: the browser that began it, and the state that is returned. */
interface PendingConsent {
  browserId: string;
  state: string;
}

/** The cookie required to return with a `state`, sealed for one browser and that state. */
export class ConsentCookie {
  constructor(
    private readonly sealer: Sealer,
    private readonly isSecure: boolean,
  ) {}

  /** `now`: epoch ms. */
  issue(reply: FastifyReply, { browserId, state, verifier }: PendingConsent & { verifier: string }, now: number): void {
    const kept: ConsentState = { verifier, expires: now + lifetimeSeconds * 1000 };
    const sealed = this.sealer.seal(JSON.stringify(kept), associated(browserId, state));
    this.set(reply, state, { value: sealed, maxAge: lifetimeSeconds });
  }

  /**
   * The verifier, once: the cookie is cleared. Null when it is missing, expired, altered, or of another browser. `now`:
   * epoch ms.
   */
  take(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { browserId, state }: { browserId: string | null; state: string },
    now: number,
  ): string | null {
    const sealed = (request as unknown as Cookies).cookies?.[nameOf(state, this.isSecure)];
    if (!sealed || browserId === null) return null;
    this.set(reply, state, { value: '', maxAge: 0 });
    try {
      const kept = JSON.parse(this.sealer.open(sealed, associated(browserId, state))) as ConsentState;
      return kept.expires > now ? kept.verifier : null;
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }

  private set(reply: FastifyReply, state: string, { value, maxAge }: { value: string; maxAge: number }): void {
    (reply as unknown as SetsCookies).setCookie(nameOf(state, this.isSecure), value, optionsFor(this.isSecure, maxAge));
  }
}

import type { Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PendingSignIn } from '../../http/admission/oidc-issuer.js';
import { openState, sealState } from '../../oauth/journey/sealed-state.js';

type WithCookies = { cookies?: Record<string, string | undefined> };
type SetsCookies = { setCookie(name: string, value: string, options: object): unknown };

const lifetimeSeconds = 10 * 60;
const purpose = 'console-oidc';

/** What the browser keeps while its person is at the issuer, sealed; one sign-in of a browser at a time. */
export class PendingSignInCookie {
  private readonly name: string;

  constructor(
    private readonly sealer: Sealer,
    private readonly isSecure: boolean,
  ) {
    this.name = `${isSecure ? '__Host-' : ''}kalends_console_oidc`;
  }

  /** `now`: epoch ms. */
  keep(reply: FastifyReply, pending: PendingSignIn, now: number): void {
    const kept = { ...pending, expires: now + lifetimeSeconds * 1_000 };
    this.set(reply, sealState(this.sealer, kept, purpose), lifetimeSeconds);
  }

  /** Once: the cookie is cleared. Null when it is missing, expired or altered. `now`: epoch ms. */
  take(request: FastifyRequest, reply: FastifyReply, now: number): PendingSignIn | null {
    const sealed = (request as unknown as WithCookies).cookies?.[this.name];
    this.set(reply, '', 0);
    const kept = openState<PendingSignIn & { expires: number }>(this.sealer, sealed, purpose);
    return kept && kept.expires > now ? kept : null;
  }

  private set(reply: FastifyReply, value: string, maxAge: number): void {
    // lax: the issuer's page sends the browser back, and a strict cookie would stay behind
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure, maxAge };
    (reply as unknown as SetsCookies).setCookie(this.name, value, options);
  }
}

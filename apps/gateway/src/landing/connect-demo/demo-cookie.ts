import type { Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openState, sealState } from '../../oauth/journey/sealed-state.js';

type Cookies = { cookies?: Record<string, string | undefined> };
type SetsCookies = { setCookie(name: string, value: string, options: object): unknown };

/** What the browser keeps for the demo application: a journey that it began, or the account that it connected. */
export interface DemoStates {
  /** `state` and the PKCE verifier (RFC 7636 §4.1). */
  journey: { state: string; verifier: string };
  connected: { accessToken: string };
}

const lifetimeSeconds = { journey: 15 * 60, connected: 60 * 60 };

/** Sealed: its values mean nothing to other programs on this machine, to which browsers send cookies too. */
export class DemoCookie {
  constructor(private readonly sealer: Sealer) {}

  /** `now`: epoch ms. */
  set<Name extends keyof DemoStates>(reply: FastifyReply, name: Name, { value, now }: Kept<DemoStates[Name]>): void {
    const maxAge = lifetimeSeconds[name];
    const sealed = sealState(this.sealer, { value, expires: now + maxAge * 1_000 }, `demo:${name}`);
    const options = { path: '/demo', httpOnly: true, sameSite: 'lax', maxAge };
    (reply as unknown as SetsCookies).setCookie(`kalends_demo_${name}`, sealed, options);
  }

  /** Null when it is missing, expired or altered. `now`: epoch ms. */
  read<Name extends keyof DemoStates>(request: FastifyRequest, name: Name, now: number): DemoStates[Name] | null {
    const sealed = (request as unknown as Cookies).cookies?.[`kalends_demo_${name}`];
    const kept = openState<{ value: DemoStates[Name]; expires: number }>(this.sealer, sealed, `demo:${name}`);
    return kept && kept.expires > now ? kept.value : null;
  }
}

interface Kept<Value> {
  value: Value;
  now: number;
}

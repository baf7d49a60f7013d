import type { HealthCheck } from '@kalends/service-runtime';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

/** The demo application and its account, with an access token that is valid for an hour. */
export interface Demo {
  sub: string;
  client_id: string;
  client_secret: string;
  access_token: string;
  calendar_id: string;
}

/** The checks that a service in this process answers `/health/ready` with, or would. */
export interface ServiceChecks {
  name: string;
  checks: readonly HealthCheck[];
}

/** What the landing page shows; both are called for each view. */
export interface Landing {
  services: () => readonly ServiceChecks[];
  /** Null without a demo, and until it is ready. */
  demo: () => Demo | null;
  /** Where providers are played; null: they are not. */
  simulatorUrl?: string | null;
  /** Whether `npm run example` can be run where this runs. */
  hasExample?: boolean;
}

export const landingToken = Symbol('landing page');

/** The path that the demo journey returns to; registered for the demo application. */
export const demoCallbackPath = '/demo/callback';

type Addresses = Pick<GatewayConfig, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const hostOf = ({ headers }: FastifyRequest) => (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');

/** Whether only this machine reaches the gateway: it listens on a loopback address and is public under one. */
export const isLocal = ({ HOST, PUBLIC_URL }: Pick<Addresses, 'HOST' | 'PUBLIC_URL'>): boolean =>
  loopbackName.test(HOST) && loopbackName.test(new URL(PUBLIC_URL).hostname);

/**
 * The demo, if its values may be shown in response to this request; otherwise null.
 *
 * `demo.json` is readable by its owner only, and these pages are readable by all who reach the gateway. So they show the
 * token and the application's key only where nobody but users of this machine reaches it: the gateway listens on a loopback address, is public under
 * one, and no proxy is configured. A request with headers of a proxy came from elsewhere nevertheless. The name in `Host`
 * must be a loopback one too: otherwise a page on the Internet whose name is changed to resolve to 127.0.0.1 (DNS rebinding)
 * could read them as its own. Other users of this machine can read them: the token opens the sample events of an account that
 * has no others, for an hour; the key sends nothing anywhere, and shows when an account of the demo is busy to who knows its
 * `sub`. Never shown: the admin key, a refresh token.
 */
export function demoFor(request: FastifyRequest, config: Addresses, landing: Landing): Demo | null {
  const isDirect = config.TRUST_PROXY === false && !forwarding.some((name) => name in request.headers);
  return isLocal(config) && isDirect && loopbackName.test(hostOf(request)) ? landing.demo() : null;
}

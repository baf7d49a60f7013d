import { getDomain } from 'tldts';
import type { ProfileRow } from '../published-state/rows.js';

/**
 * Whose answers a profile waits for: its server's registrable domain, below which one party can have any number of names, or its
 * address; a provider with one endpoint by its name.
 */
export function serverOf({ url, provider_name }: Pick<ProfileRow, 'url' | 'provider_name'>): string {
  if (url === null || !URL.canParse(url)) return provider_name;
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** A server that answered quickly before gets this long for an answer, in ms. */
const usualDeadlineMs = 20_000;

/**
 * How long an answer may take, in ms: short where a server has been quick, up to `maxMs` where it is slow, unknown, or has just failed,
 * perhaps because that was too short.
 */
export function deadlineOf({ initial_sync, failures, write_failures, slow_server }: ProfileRow, maxMs: number): number {
  const isQuick = initial_sync === 'done' && failures === 0 && write_failures === 0 && slow_server === null;
  return isQuick ? Math.min(usualDeadlineMs, maxMs) : maxMs;
}

import { isPublic, isWithin, type Network } from './addresses.js';
import type { Target } from './check-url.js';
import { EgressRefused } from './egress-refused.js';
import type { Resolve } from './resolve-name.js';

export interface PinnedAddress {
  address: string;
  family: number;
}

/**
 * Resolves once and checks EVERY address: one non-public address among several refuses the name. Returns the addresses that
 * the socket may use. Ports other than 80 and 443 are only for addresses in the allowed networks.
 */
export async function resolveTarget(
  target: Target,
  resolve: Resolve,
  allowed: readonly Network[],
): Promise<PinnedAddress[]> {
  const addresses = await addressesOf(target, resolve);
  for (const { address } of addresses) {
    if (isWithin(address, allowed)) continue;
    if (!isPublic(address)) {
      throw new EgressRefused('address', `${target.hostname} is not a public address (ALLOW_NETWORKS may permit it)`);
    }
    if (target.port !== 80 && target.port !== 443) {
      throw new EgressRefused(
        'port',
        `port ${target.port} of a public address is blocked, only 80 and 443 are allowed`,
      );
    }
  }
  return addresses;
}

async function addressesOf(target: Target, resolve: Resolve): Promise<PinnedAddress[]> {
  if (target.literal !== undefined) return [{ address: target.literal, family: target.literal.includes(':') ? 6 : 4 }];
  const found = await resolve(target.hostname).catch(() => []);
  if (found.length === 0) throw new EgressRefused('unresolvable', `${target.hostname} has no address`);
  return found;
}

import { lookup, Resolver } from 'node:dns/promises';
import { parse } from 'tldts';
import { hostsFile } from './hosts-file.js';

/** All addresses of a name, as `dns.lookup` returns them. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

/** More are not tried: whoever owns a name decides how many it has. */
const maxAddresses = 32;

/**
 * Resolves a name as the system does, except that this process itself queries the name servers for a name under a public
 * suffix, whose own name server can be anybody's. `dns.lookup` has two threads for all names of the process: two names whose
 * server never answers would keep all others waiting. The hosts file comes first; search domains apply to other names only
 * (ADR 0103).
 *
 * Rejects with the system's error if there is no address.
 */
export const systemResolve: Resolve = async (hostname) => {
  const listed = hostsFile.addressesOf(hostname);
  if (listed.length > 0) return listed;
  if (!parse(hostname).isIcann) return lookup(hostname, { all: true, verbatim: true });
  return resolvePublic(hostname);
};

/** A resolver per name, so that it follows a change of the system's name servers and no name has an effect on another. */
async function resolvePublic(hostname: string) {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [...found(four, 4), ...found(six, 6)];
}

const found = (result: PromiseSettledResult<string[]>, family: number) =>
  result.status === 'rejected' ? [] : result.value.slice(0, maxAddresses).map((address) => ({ address, family }));

import ipaddr from 'ipaddr.js';

/** One block of addresses, parsed from CIDR notation. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address. Throws for anything else. */
export function parseNetwork(text: string): Network {
  if (!text.includes('/')) {
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return ipaddr.parseCIDR(text);
}

/**
 * Special ranges that the library's own classes miss. NAT64, 6to4 and Teredo contain an IPv4 address that a gateway would
 * reach on our behalf; IPv4-compatible addresses are obsolete (RFC 4291 §2.5.5.1); site-local was withdrawn (RFC 3879).
 */
const alsoRefused = [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
].map(parseNetwork);

/** An address by its textual form; IPv4 inside IPv6 (`::ffff:a.b.c.d`) is treated as the IPv4 address that it reaches. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(address.split('%', 1)[0]!);
}

/** True if the address is inside one of the networks. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  const parsed = parseAddress(address);
  return networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
}

const globalUnicastV6 = [parseNetwork('2000::/3')];

/** True for addresses of the public internet: global unicast, neither reserved nor embedding another address. */
export function isPublic(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed.range() !== 'unicast' || isWithin(address, alsoRefused)) return false;
  return parsed.kind() === 'ipv4' || isWithin(address, globalUnicastV6);
}

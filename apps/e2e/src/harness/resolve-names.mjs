import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded (`--import`) into the processes of a deployment: names of this zone of dynamic names, which everybody can have, are
// addresses of this machine, as they would be of servers on the Internet.
const zone = '.duckdns.org';
const { lookup } = dns;
dns.lookup = async (hostname, options) => {
  if (!String(hostname).endsWith(zone)) return lookup(hostname, options);
  const address = { address: '127.0.0.1', family: 4 };
  return options?.all ? [address] : address;
};
syncBuiltinESMExports();

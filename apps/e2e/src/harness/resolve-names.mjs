import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded (`--import`) into the processes of a deployment: names of this zone of dynamic names, which everybody can have, are
// addresses of this machine, as they would be of servers on the Internet.
const zone = '.duckdns.org';
const { Resolver } = dns;
dns.Resolver = class extends Resolver {
  async resolve4(hostname, ...options) {
    return hostname.endsWith(zone) ? ['127.0.0.1'] : super.resolve4(hostname, ...options);
  }

  async resolve6(hostname, ...options) {
    return hostname.endsWith(zone) ? [] : super.resolve6(hostname, ...options);
  }
};
syncBuiltinESMExports();

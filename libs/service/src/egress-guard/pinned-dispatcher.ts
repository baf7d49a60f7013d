import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Network } from './addresses.js';
import { checkUrl } from './check-url.js';
import { type Resolve, resolveTarget, type PinnedAddress } from './resolve-target.js';

/**
 * An undici agent whose every new connection resolves and checks its host first and then connects to the checked
 * addresses only, so that a second answer of the name server cannot change the target (DNS rebinding).
 */
export function createPinnedDispatcher(resolve: Resolve, allowed: readonly Network[], timeoutMs: number): Dispatcher {
  return new Agent({
    connect: (options, callback) => {
      const target = checkUrl(`${options.protocol}//${options.host ?? options.hostname}`);
      resolveTarget(target, resolve, allowed).then(
        (addresses) => {
          const connect = buildConnector({
            timeout: timeoutMs,
            lookup: pinnedLookup(addresses),
            autoSelectFamily: true,
          });
          connect(options, callback);
        },
        (error: Error) => callback(error, null),
      );
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: -1,
    connections: 8,
    keepAliveTimeout: 4_000,
  });
}

function pinnedLookup(addresses: PinnedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0];
    if (options.all) callback(null, addresses);
    else if (first === undefined) callback(new Error('no address'), '', 0);
    else callback(null, first.address, first.family);
  };
}

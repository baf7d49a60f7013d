import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Network } from './addresses.js';
import { checkUrl } from './check-url.js';
import { EgressRefused } from './egress-refused.js';
import type { Resolve } from './resolve-name.js';
import { type PinnedAddress, resolveTarget } from './resolve-target.js';

/**
 * Connections to one origin. More than there are places for tasks of one server (ADR 0114: 13 syncs, 48 writes): a request that hangs keeps
 * its connection, and others to the same provider must not wait for it.
 */
const maxConnections = 96;

interface Connecting {
  timeoutMs: number;
  /** Called with every new connection. */
  connected?: (origin: string, socket: unknown) => void;
}

/**
 * An undici agent that resolves and checks the host of every new connection first and then connects only to the checked
 * addresses, so that a second response of the name server cannot change the target (DNS rebinding).
 */
export function createPinnedDispatcher(
  resolve: Resolve,
  allowed: readonly Network[],
  { timeoutMs, connected }: Connecting,
): Dispatcher {
  return new Agent({
    connect: (options, callback) => {
      const address = `${options.protocol}//${options.host ?? options.hostname}`;
      const { origin } = new URL(address);
      const target = checkUrl(address);
      inTime(resolveTarget(target, resolve, allowed), timeoutMs).then(
        (addresses) => {
          const connect = buildConnector({
            timeout: timeoutMs,
            lookup: pinnedLookup(addresses),
            autoSelectFamily: true,
          });
          connect(options, (...connection) => {
            if (connection[0] === null) connected?.(origin, connection[1]);
            callback(...connection);
          });
        },
        (error: Error) => callback(error, null),
      );
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: -1,
    connections: maxConnections,
    keepAliveTimeout: 4_000,
  });
}

/** A name server that does not respond must not occupy a connection forever. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refusal = new EgressRefused('timeout', `the name was not resolved within ${timeoutMs} ms`);
    timer = setTimeout(() => reject(refusal), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function pinnedLookup(addresses: PinnedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0];
    if (options.all) callback(null, addresses);
    else if (first === undefined) callback(new Error('no address'), '', 0);
    else callback(null, first.address, first.family);
  };
}

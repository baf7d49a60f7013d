import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Queue {
  throttledUntil: number;
  pending: { correlationId: number; expectResponse: boolean; send(): void }[];
  checkPendingRequests(): void;
}

/** A connection's queue of requests, by kafkajs with our patch (`patches`, ADR 0118). */
function newQueue(): Queue {
  const require = createRequire(import.meta.url);
  const RequestQueue = require('kafkajs/src/network/requestQueue/index.js') as new (options: object) => Queue;
  const logger = { debug: () => undefined, namespace: () => logger };
  const instrumentationEmitter = new EventEmitter();
  const options = { maxInFlightRequests: 1, requestTimeout: 1_000, enforceRequestTimeout: false, clientId: 'test' };
  return new RequestQueue({ ...options, instrumentationEmitter, broker: 'test', logger, isConnected: () => true });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('given a connection, when nothing is pending, then no timer remains', () => {
  newQueue().checkPendingRequests();
  expect(vi.getTimerCount()).toBe(0);
});

it('given a throttled connection, when a request is pending, then it is sent once the throttle has ended', () => {
  const queue = newQueue();
  const sent: string[] = [];
  queue.throttledUntil = Date.now() + 500;
  queue.pending.push({ correlationId: 1, expectResponse: true, send: () => void sent.push('one') });
  queue.checkPendingRequests();
  vi.advanceTimersByTime(499);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(sent).toEqual(['one']);
  expect(vi.getTimerCount()).toBe(0);
});

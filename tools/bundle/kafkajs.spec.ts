import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { correctKafkajs } from './kafkajs.mjs';

const path = createRequire(import.meta.url).resolve('kafkajs/src/network/requestQueue/index.js');
const source = readFileSync(path, 'utf8');

interface Queue {
  throttledUntil: number;
  pending: { correlationId: number; expectResponse: boolean; send(): void }[];
  checkPendingRequests(): void;
}

/** A connection's queue, by this code of kafkajs. */
function queueOf(code: string): Queue {
  const module = { exports: undefined as unknown as new (options: object) => Queue };
  new Function('module', 'require', code)(module, createRequire(path));
  const logger = { debug: () => undefined, namespace: () => logger };
  const instrumentationEmitter = new EventEmitter();
  const options = { maxInFlightRequests: 1, requestTimeout: 1_000, enforceRequestTimeout: false, clientId: 'test' };
  return new module.exports({ ...options, instrumentationEmitter, broker: 'test', logger, isConnected: () => true });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const corrected = () => correctKafkajs.transform(source, path)!.code;

it.each([
  ['as released', 1, () => source],
  ['corrected', 0, corrected],
])('given kafkajs %s, when nothing is pending, then %i timers remain', (_, timers, code) => {
  queueOf(code()).checkPendingRequests();
  expect(vi.getTimerCount()).toBe(timers);
});

it('given a throttled connection, when a request is pending, then it is sent once the throttle has ended', () => {
  const queue = queueOf(corrected());
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

it('given a kafkajs that has changed, when bundled, then that is reported', () => {
  expect(() => correctKafkajs.transform('other', path)).toThrow('has changed');
  expect(correctKafkajs.transform('other', '/somewhere/else.js')).toBeUndefined();
});

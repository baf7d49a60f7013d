import { createLogger } from '@kalends/service-runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from '../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { InFlight } from './in-flight.js';

describe('tasks in flight', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine({ providerOf: () => new MemoryProvider() });
  });
  afterAll(() => engine.stop());

  let inFlight: InFlight;
  let freed: () => void;
  let hasFreed: Promise<void>;
  /** The tasks that were aborted. */
  let stopped: string[];
  const expectFreed = (): void => void (hasFreed = new Promise((resolve) => (freed = resolve)));

  beforeEach(() => {
    stopped = [];
    expectFreed();
    inFlight = new InFlight({
      pool: engine.pool,
      log: createLogger({ service: 'calendar-sync', level: 'silent' }),
      table: 'profile',
      limit: 2,
      slow: { limit: 3, perServer: 2 },
      usualMs: 20,
      onFree: () => freed(),
    });
  });
  afterEach(async () => {
    inFlight.abort();
    await inFlight.drained();
  });

  const waiting = (leaseId: string) => (signal: AbortSignal) =>
    new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => {
        stopped.push(leaseId);
        resolve();
      }),
    );
  const wait = (leaseId: string, server: string, how: { isSlow?: boolean; mayStay?: boolean } = {}) =>
    inFlight.run({ leaseId, server, ...how, work: waiting(leaseId) });

  it('given one that waits, when it has taken longer than usual, then its place is free, and it continues', async () => {
    wait('a', 'a.example');
    expect([inFlight.free, inFlight.freeSlow]).toEqual([1, 3]);
    await hasFreed;
    expect([inFlight.free, inFlight.freeSlow, stopped]).toEqual([2, 2, []]);
  });

  it('given one that is known to be slow, when it starts, then it takes none of the usual places', () => {
    wait('a', 'a.example', { isSlow: true });
    expect([inFlight.free, inFlight.freeSlow]).toEqual([2, 2]);
  });

  it('given a server whose slow places are taken, when another task of it takes long, then that one stops, and other servers have room', async () => {
    for (const id of ['a', 'b']) wait(id, 'a.example', { isSlow: true });
    expect(inFlight.fullServers()).toEqual(['a.example']);
    wait('c', 'a.example');
    await hasFreed;
    expect(stopped).toEqual(['c']);
  });

  it('given no slow place, when one that may stay takes long, then it continues, and its place is free', async () => {
    for (const id of ['a', 'b', 'c']) wait(id, `${id}.example`, { isSlow: true });
    wait('d', 'd.example', { mayStay: true });
    await hasFreed;
    expect([inFlight.free, stopped]).toEqual([2, []]);
  });

  it('given one that stops slowly, when no slow place is free, then its place is free at once', async () => {
    for (const id of ['a', 'b', 'c']) wait(id, `${id}.example`, { isSlow: true });
    let end = (): void => undefined;
    const work = () => new Promise<void>((resolve) => (end = resolve));
    inFlight.run({ leaseId: 'd', server: 'd.example', work });
    await hasFreed;
    expect(inFlight.free).toBe(2);
    end();
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@kalends/service-runtime';
import { describe, expect, it } from 'vitest';
import { joinBus } from './join-bus.js';

function capture() {
  const events: unknown[] = [];
  const write = (line: string) => void events.push((JSON.parse(line) as { event?: string }).event);
  return { events, log: createLogger({ service: 'spec', write }) };
}

const limits = { unreachedMs: 20, joiningMs: 10_000 };
const answers = async () => undefined;
const never = () => new Promise<never>(() => undefined);

describe('joining the bus', () => {
  it('given a broker that answers, when joining takes longer than a broker may be silent, then the start waits for it', async () => {
    const { events, log } = capture();
    const bus = await joinBus({ reach: answers, join: () => delay(200), healthy: () => true, log }, limits);
    expect([events, await bus.check.check()]).toEqual([[], 'ok']);
  });

  it('given a broker that answers, when joining does not end, then the start continues after its limit, without a warning', async () => {
    const { events, log } = capture();
    const join = () => delay(600);
    const bus = await joinBus({ reach: answers, join, healthy: () => true, log }, { ...limits, joiningMs: 100 });
    expect(events).toEqual(['bus.join_continued']);
    await expect.poll(() => bus.check.check()).toBe('ok');
  });

  it('given a broker that answers, when joining fails at first, then the start waits for the next try', async () => {
    const { log } = capture();
    let tries = 0;
    const join = async () => {
      tries += 1;
      if (tries === 1) throw new Error('This server does not host this topic-partition');
    };
    const bus = await joinBus({ reach: answers, join, healthy: () => true, log }, limits);
    expect([tries, await bus.check.check()]).toEqual([2, 'ok']);
  });

  it('given a broker that does not answer, when the service starts, then it waits a short time only', async () => {
    const { events, log } = capture();
    const bus = await joinBus({ reach: never, join: answers, healthy: () => true, log }, limits);
    expect([events, await bus.check.check()]).toEqual([
      ['bus.join_continued'],
      expect.objectContaining({ status: 'degraded' }),
    ]);
    bus.leave();
  });

  it.for(['reach', 'join'])(
    'given a failure to %s, when the service starts, then it warns and is degraded',
    async (step) => {
      const { events, log } = capture();
      const steps = { reach: answers, join: answers, [step]: () => Promise.reject(new Error('no broker')) };
      const bus = await joinBus({ ...steps, healthy: () => true, log }, { ...limits, joiningMs: 100 });
      expect(events).toContain('bus.join_failed');
      expect(await bus.check.check()).toMatchObject({ status: 'degraded' });
      bus.leave();
    },
  );
});

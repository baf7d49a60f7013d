import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@kalends/service-runtime';
import { describe, expect, it } from 'vitest';
import { joinBus } from './join-bus.js';

function capture() {
  const events: unknown[] = [];
  const write = (line: string) => void events.push((JSON.parse(line) as { event?: string }).event);
  return { events, log: createLogger({ service: 'spec', write }) };
}

describe('joining the bus', () => {
  it('given a bus that is reachable but slow, when the service starts, then there is no warning', async () => {
    const { events, log } = capture();
    const bus = await joinBus({ join: () => delay(200), healthy: () => true, log }, 20);
    expect(events).toEqual(['bus.join_continued']);
    await expect.poll(() => bus.check.check()).toBe('ok');
    bus.leave();
  });

  it('given a bus that cannot be reached, when the service starts, then it warns and is degraded', async () => {
    const { events, log } = capture();
    const join = () => Promise.reject(new Error('no broker'));
    const bus = await joinBus({ join, healthy: () => true, log }, 20);
    expect(events).toContain('bus.join_failed');
    expect(await bus.check.check()).toMatchObject({ status: 'degraded' });
    bus.leave();
  });
});

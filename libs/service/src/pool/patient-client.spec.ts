import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadline } from './patient-client.js';

const passed = vi.fn();

beforeEach(() => {
  passed.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets timers run for so long, and then what waits for sockets to be read. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise(setImmediate);
}

it('given a deadline, when it was set anew, then it passes at the last time that was set, once', async () => {
  const deadline = new Deadline(passed);
  deadline.set(100);
  await pass(60);
  deadline.set(100);
  await pass(99);
  expect(passed).not.toHaveBeenCalled();
  await pass(2);
  expect(passed).toHaveBeenCalledOnce();
});

it('given a far deadline, when a nearer one is set, then it passes at that', async () => {
  const deadline = new Deadline(passed);
  deadline.set(10_000);
  deadline.clear();
  deadline.set(50);
  await pass(51);
  expect(passed).toHaveBeenCalledOnce();
});

it('given a deadline, when it is cleared, then it does not pass, and can be set again', async () => {
  const deadline = new Deadline(passed);
  deadline.set(100);
  deadline.clear();
  await pass(200);
  expect(passed).not.toHaveBeenCalled();
  deadline.set(100);
  await pass(101);
  expect(passed).toHaveBeenCalledOnce();
});

it('given many times set, then one timer stands for them', () => {
  const deadline = new Deadline(passed);
  for (let index = 0; index < 1_000; index += 1) {
    deadline.set(2_900);
    deadline.clear();
  }
  expect(vi.getTimerCount()).toBe(1);
});

it('given a process that stood still, when what it waited for lies ready, then the deadline has not passed', async () => {
  vi.useRealTimers();
  const deadline = new Deadline(passed);
  deadline.set(30);
  const { port1, port2 } = new MessageChannel();
  port1.on('message', () => deadline.clear());
  port2.postMessage('an answer');
  const until = performance.now() + 60;
  while (performance.now() < until);
  await delay(30);
  port1.close();
  expect(passed).not.toHaveBeenCalled();
});

import { afterEach, describe, expect, it } from 'vitest';
import { JobThread, type JobThreadOptions } from './job-thread.js';

interface Job {
  does: 'answer' | 'throw' | 'throw-later' | 'exit' | 'spin' | 'grow';
}

const source = `
  import { parentPort } from 'node:worker_threads';
  import process from 'node:process';
  parentPort.on('message', ({ does }) => {
    if (does === 'answer') parentPort.postMessage({ output: 'KEY' in process.env ? 'knows the key' : 'answered' });
    if (does === 'throw') throw new Error('on purpose');
    if (does === 'throw-later') setTimeout(() => { throw new Error('on purpose'); }, 1);
    if (does === 'exit') process.exit(0);
    if (does === 'spin') for (;;);
    if (does === 'grow') for (const all = []; ; ) all.push(new Array(10_000).fill(all.length).map(String));
  });
  parentPort.postMessage({ ready: true });
`;
const programOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

describe('a thread for jobs', () => {
  let thread: JobThread<Job, string>;
  const open = (more: Partial<JobThreadOptions> = {}) =>
    (thread = new JobThread<Job, string>({ program: programOf(source), name: 'spec', heapMb: 32, ...more }));
  afterEach(() => thread.close());

  it.each(['throw', 'throw-later', 'exit', 'grow'] as const)(
    'given a job that makes the thread %s, when run, then only it has failed, once, and the next one succeeds',
    async (does) => {
      const lost: string[] = [];
      open({ onLost: (detail) => lost.push(detail) });
      const [bad, good] = await Promise.all([thread.run({ does }, 60_000), thread.run({ does: 'answer' }, 60_000)]);
      expect(bad).toMatchObject({ ok: false, reason: 'failed' });
      expect(good).toEqual({ ok: true, output: 'answered' });
      expect(lost).toHaveLength(1);
    },
  );

  it('given a job that never ends, when its deadline passes, then it has failed and this process was never blocked', async () => {
    open();
    let beats = 0;
    const beat = setInterval(() => (beats += 1), 10);
    const [bad, good] = await Promise.all([thread.run({ does: 'spin' }, 500), thread.run({ does: 'answer' }, 60_000)]);
    clearInterval(beat);
    expect(bad).toMatchObject({ ok: false, reason: 'deadline' });
    expect(good).toEqual({ ok: true, output: 'answered' });
    expect(beats).toBeGreaterThan(10);
  });

  it('given a program that does not exist, when a job is run, then it is rejected without an outcome', async () => {
    open({ program: new URL('file:///nowhere/at-all.js') });
    await expect(thread.run({ does: 'answer' }, 1_000)).rejects.toThrow('could not be started');
  });

  it('given a secret in the environment, when a job reads it, then the thread has none', async () => {
    process.env['KEY'] = 'secret';
    open();
    expect(await thread.run({ does: 'answer' }, 60_000)).toEqual({ ok: true, output: 'answered' });
    delete process.env['KEY'];
  });

  it('given a thread without a job, when it was idle long enough, then it is ended and the next job starts a new one', async () => {
    open({ idleMs: 1 });
    expect(await thread.run({ does: 'answer' }, 60_000)).toMatchObject({ ok: true });
    await expect.poll(() => (thread as unknown as { worker: unknown }).worker).toBeUndefined();
    expect(await thread.run({ does: 'answer' }, 60_000)).toMatchObject({ ok: true });
  });
});

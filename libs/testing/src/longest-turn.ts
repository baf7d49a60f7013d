import { performance } from 'node:perf_hooks';
import { threadProcessorMs } from '@kalends/service-runtime';

/**
 * Does some work and returns, with its result, the longest time that it blocked the event loop (ms): the smaller of elapsed
 * time and this thread's processor time between two turns. Neither other processes nor other threads of this one count.
 */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  let [at, cpu, ms] = [performance.now(), threadProcessorMs(), 0];
  let running = true;
  const turn = () => {
    const [now, used] = [performance.now(), threadProcessorMs()];
    ms = Math.max(ms, Math.min(now - at, used - cpu));
    [at, cpu] = [now, used];
    if (running) setTimeout(turn, 1);
  };
  const first = setTimeout(turn, 1);
  try {
    const result = await work();
    turn();
    return { result, ms };
  } finally {
    running = false;
    clearTimeout(first);
  }
}

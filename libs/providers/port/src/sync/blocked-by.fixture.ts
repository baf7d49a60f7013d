import { setTimeout as delay } from 'node:timers/promises';

/** The longest time (ms of the processor) for which answers of a provider may keep other work waiting. */
export const longestMs = 200;

/**
 * The most processor time (ms) that passed without a turn of the event loop, in the best of three tries: unlike the time on
 * the clock, it does not count what other processes use.
 */
export async function blockedBy(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least >= longestMs; attempt++) {
    let [last, most] = [process.cpuUsage(), 0];
    const ticks = setInterval(() => {
      const { user, system } = process.cpuUsage(last);
      last = process.cpuUsage();
      most = Math.max(most, (user + system) / 1_000);
    }, 5);
    await work();
    await delay(20);
    clearInterval(ticks);
    least = Math.min(least, most);
  }
  return least;
}

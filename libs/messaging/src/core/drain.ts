import { setTimeout as wait } from 'node:timers/promises';
import type { Feeder } from '../transport.js';

interface Drainable {
  caughtUp(): Promise<boolean>;
}

/**
 * Resolves when all feeders are empty and all servers have caught up, twice in a row: between the two checks a handler may
 * have fed the bus.
 */
export async function drain(feeders: () => Iterable<Feeder>, servers: () => Iterable<Drainable>): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    quiet =
      (await all(feeders(), (feeder) => feeder.settled())) && (await all(servers(), (s) => s.caughtUp()))
        ? quiet + 1
        : 0;
    if (quiet < 2) await wait(quiet === 0 ? 10 : 0);
  }
}

async function all<T>(items: Iterable<T>, test: (item: T) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (!(await test(item))) return false;
  return true;
}

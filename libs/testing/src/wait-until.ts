import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Milliseconds until the wait fails (60,000). */
  timeout?: number;
  /** Milliseconds between two checks (20). */
  interval?: number;
  /** What is awaited, for the failure's message. */
  what?: string;
}

/**
 * Waits until the condition returns something other than false, null or undefined, and returns that. An exception of the
 * condition counts as "not yet"; the last one is the cause of the failure, and its message is part of the failure's.
 */
export async function waitUntil<T>(
  condition: () => T | Promise<T>,
  options: WaitOptions = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + (options.timeout ?? 60_000);
  let cause: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined)
        return value as Exclude<T, false | null | undefined>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > deadline) {
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      const { timeout = 60_000, what = 'a condition' } = options;
      throw new Error(`waited ${timeout} ms in vain for ${what}${reason}`, { cause });
    }
    await delay(options.interval ?? 20);
  }
}

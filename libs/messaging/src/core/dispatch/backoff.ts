const firstMs = 50;
const lastMs = 5_000;

/** Delay before the next delivery: doubles from 50 ms to 5 s, with jitter in its upper half. */
export function backoffMs(deliveries: number): number {
  const full = Math.min(lastMs, firstMs * 2 ** Math.min(deliveries - 1, 10));
  return full / 2 + Math.random() * (full / 2);
}

/** Resolves after `ms` milliseconds, or immediately when the signal is or becomes aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

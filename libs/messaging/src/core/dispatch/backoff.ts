const firstMs = 50;
const lastMs = 5_000;

/** How long to wait before the next delivery: doubling from 50 ms to 5 s, the upper half at random. */
export function backoffMs(deliveries: number): number {
  const full = Math.min(lastMs, firstMs * 2 ** Math.min(deliveries - 1, 10));
  return full / 2 + Math.random() * (full / 2);
}

/** Resolves after `ms` milliseconds, or at once when the signal is or becomes aborted. */
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

const steps = 5;

/**
 * Calls back after `ms` in which this process ran, unless it is cancelled before. A stall (the machine gave the processor to
 * others, a long computation) counts as a fifth of `ms` at most, and input that arrived during the stall is read first: a
 * process that did not read cannot conclude that no reply was sent.
 */
export function whenAwakeFor(ms: number, then: () => void): () => void {
  let remaining = steps;
  let cancelled = false;
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    remaining -= 1;
    if (remaining > 0) timer = setTimeout(tick, ms / steps);
    // sockets are read between timers and immediates
    else setImmediate(() => !cancelled && then());
  };
  timer = setTimeout(tick, ms / steps);
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}

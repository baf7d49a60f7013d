const steps = 5;

/**
 * Calls back after `ms` in which this process ran, unless what it answers is called before. A stall (the machine gave the
 * processor to others, a long piece of work) counts as a fifth of it at most, and what came in during the stall is read
 * first: somebody who did not listen cannot say that nobody answered.
 */
export function whenAwakeFor(ms: number, then: () => void): () => void {
  let left = steps;
  let cancelled = false;
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    left -= 1;
    if (left > 0) timer = setTimeout(tick, ms / steps);
    // sockets are read between timers and immediates
    else setImmediate(() => !cancelled && then());
  };
  timer = setTimeout(tick, ms / steps);
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}

/** The result of `work`, or `late` after `ms`, or `null` as soon as `signal` is aborted; what is late continues unheeded. */
export async function inTime<Result>(
  work: Promise<Result>,
  { ms, late, signal }: { ms: number; late: Result; signal: AbortSignal },
): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  let stop = () => undefined as void;
  const passed = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve(late), ms)));
  const stopped = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([stopped, work, passed]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Runs `total` round trips, `inFlight` of them concurrently; returns the rate per second and the percentiles of one in ms.
 */
export async function measure(roundTrip, total, inFlight) {
  const times = [];
  let next = 0;
  const worker = async () => {
    while (next < total) {
      const n = next++;
      const begun = performance.now();
      await roundTrip(n);
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - begun) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { perSecond: total / seconds, p50: at(0.5), p99: at(0.99) };
}

/** Serves measurements to the parent process: each round warms up, then measures. */
export function serveMeasurements(roundTrip) {
  process.on('message', async ({ total, inFlight, warmUp }) => {
    try {
      await measure(roundTrip, warmUp, inFlight);
      process.send({ result: await measure(roundTrip, total, inFlight) });
    } catch (error) {
      process.send({ error: String(error?.stack ?? error) });
    }
  });
  process.send({ ready: true });
}

import type { Load } from './load.fixture.js';
import type { Restart } from './test-cluster.fixture.js';

const seconds = (ms: number) => Number((ms / 1_000).toFixed(1));

/** Prints the figures of docs/benchmarks.md as a line of JSON: seconds to end and to be ready again for each restart. */
export function report(what: string, load: Load, restarts: readonly Restart[] = []): void {
  const each = restarts.map(({ service, at, ending, starting }) => [service, at, seconds(ending), seconds(starting)]);
  process.stdout.write(
    `${JSON.stringify({ what, ...load.figures(), ...(each.length > 0 ? { restarts: each } : {}) })}\n`,
  );
}

import autocannon from 'autocannon';
import { cpus } from 'node:os';

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Requests per second and p50/p99 in ms with `concurrency` in flight, for some seconds. `idReplacement`: `[<id>]` in the
 * body. `pathOf`: returns a separate path for each request.
 */
export async function load({
  url,
  headers = {},
  method = 'GET',
  body,
  idReplacement,
  pathOf,
  seconds = 4,
  concurrency = 16,
}) {
  const options = { url, headers, method, body, idReplacement, connections: concurrency, duration: seconds };
  if (pathOf) options.requests = [{ setupRequest: (request) => ({ ...request, path: pathOf() }) }];
  const result = await autocannon(options);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/**
 * Alternates between the contestants for `rounds` rounds; returns each one's median throughput and the p99 of that round.
 */
export async function alternate(contestants, rounds = 5) {
  const runs = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) runs[name].push(await run());
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return Object.fromEntries(
    Object.entries(runs).map(([name, results]) => {
      const middle = median(results.map(({ perSecond }) => perSecond));
      return [name, results.find(({ perSecond }) => perSecond === middle)];
    }),
  );
}

export const machine = () => `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.version}`;

/**
 * Prints rows as a table; rows with a `bound` show the distance from it. Returns false when a row exceeds twice its bound,
 * unless it is `forgiven`: another row measures the same without interference by the host.
 */
export function report(title, rows) {
  console.log(`\n### ${title}\n\n${machine()}\n`);
  console.log('| measure | ours | baseline | ratio | bound | |');
  console.log('|---|---|---|---|---|---|');
  let tolerable = true;
  for (const { measure, ours, baseline, ratio, bound, atLeast, forgiven = false } of rows) {
    const met = bound === undefined ? undefined : atLeast ? ratio >= bound : ratio <= bound;
    if (bound !== undefined && !forgiven) tolerable &&= atLeast ? ratio >= bound / 2 : ratio <= bound * 2;
    const sign = atLeast ? '≥' : '≤';
    console.log(
      `| ${measure} | ${ours} | ${baseline ?? ''} | ${ratio === undefined ? '' : ratio.toFixed(2)} | ${bound === undefined ? '' : `${sign} ${bound}`} | ${met === undefined ? '' : met ? 'met' : '**MISSED**'} |`,
    );
  }
  return tolerable;
}

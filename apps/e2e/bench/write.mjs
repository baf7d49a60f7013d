#!/usr/bin/env node
// npm run bench:write: writes, compared to a bare node:http + pg process that stores the same with an outbox row, and to a fair one, which
// also looks the token up, checks the body and projects each event into a second table. Goals are relative to the fair one.
// BENCH_ROUNDS (5), BENCH_SECONDS of a slice (1), BENCH_ONLY: a pattern for `<transport> <workload> <in flight> <accounts>`,
// `<transport> counts`, `import`, `providers`.
import process from 'node:process';
import { startCountedPostgres } from '../dist/harness/counted-postgres.js';
import { report } from './lib/measure.mjs';
import { measureCell } from './lib/write/cell.mjs';
import { countWorkloads } from './lib/write/counts.mjs';
import { goalsOf } from './lib/write/goals.mjs';
import { measureImport } from './lib/write/import.mjs';
import { printCells, printCounts } from './lib/write/print.mjs';
import { measureProviders } from './lib/write/providers.mjs';
import { startBare, startOurs } from './lib/write/sides.mjs';
import { workloads } from './lib/write/workloads.mjs';
import { missingForKafka, startKafka } from '../../../tools/kafka/kafka.mjs';

const rounds = Number(process.env.BENCH_ROUNDS || 5);
const seconds = Number(process.env.BENCH_SECONDS || 1);
const only = new RegExp(process.env.BENCH_ONLY || '');
const log = (line) => process.stderr.write(`${line}\n`);

/** The goals are for 16 accounts with 16 in flight; everything else is measured on 1 and on 100 accounts. */
const accountsOf = (workload, inFlight) => (workload === 'upserts' && inFlight === 16 ? [1, 16, 100] : [1, 100]);
const cells = Object.keys(workloads).flatMap((workload) =>
  [1, 16, 64].flatMap((inFlight) =>
    accountsOf(workload, inFlight).map((accounts) => ({ workload, inFlight, accounts })),
  ),
);

/** What to measure on a transport; undefined: nothing. */
function chosenOn(transport) {
  const chosenCells = cells.filter(({ workload, inFlight, accounts }) =>
    only.test([transport, workload, inFlight, accounts].join(' ')),
  );
  const counting = only.test(`${transport} counts`);
  const importing = transport === 'embedded' && only.test('import');
  return chosenCells.length > 0 || counting || importing ? { chosenCells, counting, importing } : undefined;
}

/** Cells and counts of a transport. */
async function measureOn(transport, postgres) {
  const chosen = chosenOn(transport);
  if (!chosen) return { cells: [], counts: [], imports: [] };
  const kafka = transport === 'Kafka' ? await startKafka({ longLived: true }) : undefined;
  const ours = await startOurs(postgres, `ours_${transport}`, kafka?.brokers);
  const bare = await startBare(postgres, `bare_${transport}`);
  const fair = await startBare(postgres, `fair_${transport}`, { fair: true });
  const measured = [];
  try {
    // first, on tables in the state after a start: vacuuming of earlier writes would be counted too
    const counts = chosen.counting ? await countWorkloads(transport, postgres, ours) : [];
    const imports = chosen.importing ? [await measureImport(ours)] : [];
    for (const cell of chosen.chosenCells) {
      measured.push({ transport, ...(await measureCell({ ours, bare, fair }, { ...cell, rounds, seconds })) });
      const { workload, inFlight, accounts, toFair } = measured.at(-1);
      log(`${transport}: ${workload}, ${inFlight} in flight on ${accounts}: ${toFair.processed.toFixed(3)}`);
    }
    return { cells: measured, counts, imports };
  } finally {
    await bare.stop();
    await fair.stop();
    await ours.stop();
    await kafka?.stop();
  }
}

const missing = await missingForKafka();
if (missing) log(`Kafka is skipped: ${missing}`);

const postgres = await startCountedPostgres({ throwaway: false });
try {
  const results = [];
  for (const transport of missing ? ['embedded'] : ['embedded', 'Kafka'])
    results.push(await measureOn(transport, postgres));
  const measured = results.flatMap((result) => result.cells);
  printCells(measured);
  const atProviders = only.test('providers') ? await measureProviders(postgres) : { rows: [], counts: [] };
  printCounts([...results, atProviders].flatMap((result) => result.counts));
  process.exitCode = report('bench:write, goals', [
    ...goalsOf(measured),
    ...results.flatMap(({ imports }) => imports),
    ...atProviders.rows,
  ])
    ? 0
    : 1;
} finally {
  await postgres.stop();
}

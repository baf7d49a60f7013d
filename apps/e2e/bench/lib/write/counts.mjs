import { WriteCounter } from '../../../dist/harness/count-writes.js';
import { drive } from './drive.mjs';
import { newWorld, prepareEvents } from './sides.mjs';
import { workloads } from './workloads.mjs';

const cells = [
  { inFlight: 1, accounts: 1, requests: 30, alone: true },
  { inFlight: 16, accounts: 1, requests: 320 },
  { inFlight: 16, accounts: 16, requests: 320 },
];

/** What a write of each workload costs, alone (each processed before the next is sent) and at 16 in flight. */
export async function countWorkloads(transport, postgres, ours) {
  const counter = await WriteCounter.start({ postgres, ...ours });
  const counts = [];
  for (const [name, workload] of Object.entries(workloads)) {
    for (const cell of cells) {
      const requests = workload.writes === 1 ? cell.requests : Math.ceil(cell.requests / 10);
      const work = await countCell(counter, ours, workload, { ...cell, requests });
      const how = cell.alone ? 'one alone' : `16 in flight on ${cell.accounts}`;
      counts.push({ what: `${transport}, ${name}, ${how}`, work });
      process.stderr.write(`${counts.at(-1).what}: ${work.statements.toFixed(1)} statements\n`);
    }
  }
  await postgres.countStatements(false);
  return counts;
}

async function countCell(counter, ours, workload, { inFlight, accounts, requests, alone }) {
  const world = await newWorld(ours, accounts);
  if (workload.needs) await prepareEvents(ours, world, 0, requests / accounts);
  await ours.settled(world);
  const from = (first, limit) =>
    drive({ base: ours.base, requestOf: (n) => workload.of(world, first + n), inFlight, limit });
  return counter.perWrite(requests * workload.writes, async () => {
    if (!alone) await from(0, requests);
    else
      for (let index = 0; index < requests; index += 1) {
        await from(index, 1);
        await ours.settled(world);
      }
    await ours.settled(world);
  });
}

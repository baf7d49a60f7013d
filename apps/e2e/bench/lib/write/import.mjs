// An application's first import: events of one account, in batches, until every service has processed them.
import { newWorld, prepareEvents } from './sides.mjs';

const events = 10_000;
const atMostSeconds = 12;

/** A row for `report`. */
export async function measureImport(ours) {
  const world = await newWorld(ours, 1);
  await ours.settled(world);
  const began = performance.now();
  await prepareEvents(ours, world, 0, events);
  await ours.settled(world);
  const seconds = (performance.now() - began) / 1000;
  const measure = `import of ${events} events through POST /v1/batch, 8 in flight: seconds until all is processed`;
  return { measure, ours: seconds.toFixed(1), ratio: seconds, bound: atMostSeconds };
}

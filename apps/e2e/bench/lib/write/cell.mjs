// One cell: a workload, a number of requests in flight, a number of accounts; alternating slices of all sides.
import { median } from '../measure.mjs';
import { drive } from './drive.mjs';
import { newWorld, prepareEvents } from './sides.mjs';
import { workloads } from './workloads.mjs';

const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]; // prettier-ignore

/** More than a slice of a second usually consumes; a slice ends early when all are used. */
const prepared = (size) => Math.ceil(400 / size) * size;

/** One slice: requests sent, seconds until all were answered and until all were processed, processor time per request. */
async function slice(side, world, workload, { from, inFlight, seconds }) {
  const limit = workload.needs ? prepared(world.people.length) : Infinity;
  if (workload.needs) await prepareEvents(side, world, from / world.people.length, limit / world.people.length);
  await side.settled(world);
  const [before, began] = [side.cpu(), performance.now()];
  const sent = await drive({
    base: side.base,
    requestOf: (n) => workload.of(world, from + n),
    inFlight,
    seconds,
    limit,
  });
  await side.settled(world);
  const [after, all] = [side.cpu(), (performance.now() - began) / 1000];
  const cpu = (name) => (after[name] - before[name]) / sent.count;
  return { ...sent, all, node: cpu('node'), postgres: cpu('postgres') };
}

const summary = (slices) => {
  const middle = (of) => median(slices.map(of));
  const times = slices.flatMap((one) => one.times);
  return {
    accepted: middle(({ count, seconds }) => count / seconds),
    processed: middle(({ count, all }) => count / all),
    node: middle(({ node }) => node),
    postgres: middle(({ postgres }) => postgres),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
};

/**
 * Alternating slices of all sides, `rounds` of each; each is drained before the next one runs. Returns a summary of each, and the medians of
 * the ratios of consecutive slices.
 */
export async function measureCell(sides, { workload: name, inFlight, accounts, rounds, seconds }) {
  const workload = workloads[name];
  const world = await newWorld(sides.ours, accounts);
  for (const side of Object.values(sides)) await side.prepare?.(world);
  const slices = { ours: [], bare: [], fair: [] };
  const next = { ours: 0, bare: 0, fair: 0 };
  // the first slice of each side is a warm-up
  for (let round = 0; round <= rounds; round += 1) {
    for (const [sideName, side] of Object.entries(sides)) {
      const share = round === 0 ? 0.3 : 1;
      const one = await slice(side, world, workload, { from: next[sideName], inFlight, seconds: seconds * share });
      next[sideName] += workload.needs ? prepared(accounts) : one.count;
      if (round > 0) slices[sideName].push(one);
    }
  }
  await expectAll(sides.ours, world, name, next.ours);
  const ratio = (of, baseline) => median(slices.ours.map((one, round) => of(one) / of(slices[baseline][round])));
  const ratios = (baseline) => ({
    accepted: ratio(({ count, seconds: took }) => count / took, baseline),
    processed: ratio(({ count, all }) => count / all, baseline),
  });
  return {
    ...{ workload: name, inFlight, accounts },
    ours: summary(slices.ours),
    bare: summary(slices.bare),
    fair: summary(slices.fair),
    toBare: ratios('bare'),
    toFair: ratios('fair'),
  };
}

/** A benchmark whose writes are lost would be worthless. */
async function expectAll({ drained }, { people }, name, sent) {
  const { writes, needs } = workloads[name];
  const expected = ['upserts', 'batches of 50'].includes(name) ? sent * writes : 0;
  const found = await drained.events(people.map(({ sub }) => sub));
  if (!needs && found !== expected) throw new Error(`${name}: ${found} of ${expected} events exist`);
}

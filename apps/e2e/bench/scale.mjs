#!/usr/bin/env node
// npm run bench:scale -- --accounts 1000 [--calendars 20] [--events 10] [--only reads,…] [--database-url …]: all measures at
// one size, on copies of twenty accounts (apps/e2e/src/scale), in a database of its own or an empty one on another server.
// Results are also stored in .cache/scale, to compare sizes.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChannelReceiver } from '../dist/harness/channel-receiver.js';
import { root } from '../dist/harness/processes.js';
import { fill, untilSettled } from '../dist/scale/fill.js';
import { createTemplates } from '../dist/scale/templates.js';
import { openWorld } from '../dist/scale/world.js';
import { machine } from './lib/measure.mjs';
import { measureApart } from './scale/apart.mjs';
import { measurePolls, measurePushes } from './scale/changes.mjs';
import { memoryOf, timed } from './scale/load.mjs';
import { printResults } from './scale/print.mjs';
import { measureAvailability, measureReads, measureUpserts } from './scale/requests.mjs';
import * as upkeep from './scale/upkeep.mjs';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    calendars: { type: 'string', default: '1' },
    events: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    'database-url': { type: 'string' },
  },
});
const size = Number(values.accounts);
const shape = { calendars: Number(values.calendars), events: Number(values.events) };
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const seconds = Number(process.env.BENCH_SECONDS || 4);
const log = (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

const receiver = await startChannelReceiver();
const world = await openWorld({ durable: true, databaseUrl: values['database-url'] });

async function filled() {
  await world.start();
  const application = await world.kalends.application();
  const made = await createTemplates({ ...world, application, callbackUrl: receiver.url }, shape, Date.now());
  await untilSettled(world.client);
  await world.stop();
  let accounts;
  const took = await timed(async () => {
    const onProgress = (n) => n > 0 && n % 10_000 === 0 && log(`${n} copies`);
    accounts = await fill(world.databaseUrl, { made, accounts: size, onProgress });
    await world.client.query('VACUUM ANALYZE');
    await world.client.query('CHECKPOINT');
  });
  log(`${accounts.length} accounts filled in ${Math.round(took)} s`);
  return { accounts, application };
}

/** In this order: what changes the data comes last. */
const measures = {
  sizes: upkeep.measureSizes,
  start: upkeep.measureStart,
  idle: upkeep.measureIdle,
  reads: measureReads,
  availability: measureAvailability,
  upserts: measureUpserts,
  polls: measurePolls,
  pushes: measurePushes,
  memory: ({ pid }) => memoryOf(pid()),
  apart: measureApart,
  deletion: upkeep.measureDeletion,
  rebuildGateway: (context) => upkeep.measureRebuild(context, 'gateway'),
  rebuildAvailability: (context) => upkeep.measureRebuild(context, 'availability'),
  rollGateway: (context) => upkeep.measureRoll(context, 'gateway'),
  rollAvailability: (context) => upkeep.measureRoll(context, 'availability'),
  backup: upkeep.measureBackup,
};

const results = { accounts: size, ...shape, machine: machine() };
try {
  const received = () => receiver.calls.filter(({ body }) => body.notification.type === 'change').length;
  const context = { ...world, ...(await filled()), received, rounds, seconds, sample: 400 };
  await world.start();
  const chosen = values.only === '' ? Object.keys(measures) : values.only.split(',');
  for (const name of chosen) {
    const { total, pagesRead, pagesWhole } = await upkeep.readDuring(world.client, async () => {
      results[name] = await measures[name](context);
    });
    const { total: requests } = results[name];
    if (requests)
      Object.assign(results[name], {
        rows: total / requests,
        pagesRead: pagesRead / requests,
        pagesWhole: pagesWhole / requests,
      });
    log(`${name}: ${JSON.stringify(results[name])}`);
  }
} finally {
  await world.end();
  await receiver.stop();
}
await mkdir(join(root, '.cache/scale'), { recursive: true });
await writeFile(join(root, `.cache/scale/${size}-${shape.calendars}.json`), JSON.stringify(results));
await printResults(join(root, '.cache/scale'));

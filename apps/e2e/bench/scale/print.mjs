// The stored results of bench:scale as one table, a column per size.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const round = (value, digits = 0) => (value == null ? '' : Number(value.toFixed(digits)).toLocaleString('en'));
const kB = (bytes, { accounts }) => round(bytes / accounts / 1000, 1);
const perSecond = (measure) => (one) => one[measure] && round(one.accounts / one[measure].seconds);

const rows = {
  'reads/s; p50, p99 in ms': ({ reads: one }) => one && `${round(one.perSecond)}; ${one.p50}, ${one.p99}`,
  'upserts accepted/s; processed/s; p99 in ms': ({ upserts: one }) =>
    one && `${round(one.perSecond)}; ${round(one.processed)}; ${one.p99}`,
  'availability/s; p50, p99 in ms': ({ availability: one }) => one && `${round(one.perSecond)}; ${one.p50}, ${one.p99}`,
  'polls/s': ({ polls: one }) => one && round(one.perSecond),
  'pushes accepted/s': ({ pushes: one }) => one && round(one.pushed),
  'callbacks/s, from the first push': ({ pushes: one }) => one && round(one.delivered),
  'rows read per read, upsert, availability query': ({ reads, upserts, availability }) =>
    reads?.rows && [reads, upserts, availability].map((one) => round(one?.rows, 1)).join(', '),
  'rows read per poll, push with its callback, deletion': ({ polls, pushes, deletion }) =>
    polls?.rows && [polls, pushes, deletion].map((one) => round(one?.rows, 1)).join(', '),
  'pages read, and written whole to the log, per upsert; poll; deletion': ({ upserts, polls, deletion }) =>
    upserts?.rows &&
    [upserts, polls, deletion].map((one) => `${round(one?.pagesRead, 1)}, ${round(one?.pagesWhole, 1)}`).join('; '),
  'memory of the process in MB; peak': ({ memory: one }) => one && `${round(one.now)}; ${round(one.peak)}`,
  'memory in its own process in MB; peak': ({ apart: one }) =>
    one &&
    Object.entries(one)
      .map(([service, memory]) => `${service} ${memory}`)
      .join(', '),
  'rows read in an idle minute': ({ idle: one }) => one && round(one.minute.total),
  'rows read for /metrics': ({ idle: one }) => one && round(one.scrape.total),
  'start in s': ({ start: ms }) => ms && round(ms / 1000, 1),
  'deletion of an account in ms': ({ deletion: one }) => one && round(one.seconds * 1000),
  'rebuild of the gateway, accounts/s': perSecond('rebuildGateway'),
  'rebuild of availability, accounts/s': perSecond('rebuildAvailability'),
  "roll of the gateway's horizon, accounts/s (ready after s)": ({ accounts, rollGateway: one }) =>
    one && `${round(accounts / one.rolled)} (${round(one.ready, 1)})`,
  "roll of availability's horizon, accounts/s (ready after s)": ({ accounts, rollAvailability: one }) =>
    one && `${round(accounts / one.rolled)} (${round(one.ready, 1)})`,
  'backup, accounts/s': perSecond('backup'),
  'backup, kB per account': (one) => one.backup && kB(one.backup.bytes, one),
  'tables, kB per account': (one) => one.sizes && kB(one.sizes.tables, one),
  'indexes, kB per account': (one) => one.sizes && kB(one.sizes.indexes, one),
};

/** Prints what is stored in a folder, fewest accounts first. */
export async function printResults(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const results = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
  results.sort((a, b) => a.accounts - b.accounts || b.calendars - a.calendars);
  const heads = results.map((one) => `${round(one.accounts)} × ${one.calendars * one.events} events`);
  console.log(`\n### bench:scale\n\n${results[0].machine}\n\n| accounts | ${heads.join(' | ')} |`);
  console.log(`| --- |${' --: |'.repeat(results.length)}`);
  for (const [name, cell] of Object.entries(rows))
    console.log(`| ${name} | ${results.map((one) => cell(one) ?? '').join(' | ')} |`);
}

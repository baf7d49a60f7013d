#!/usr/bin/env node
// The second part of npm run bench:sync: how soon changes at providers become visible, and what it costs to keep accounts in
// sync.
import process from 'node:process';
import { measureMicrosoftInitial, measureMicrosoftPush } from './lib/microsoft-sync.mjs';
import { measureAccounts, measureCaldavPoll, measureGoogleInitial, measurePush } from './lib/provider-sync.mjs';
import { report } from './lib/measure.mjs';

const changes = Number(process.env.BENCH_CHANGES || 100);
const accounts = Number(process.env.BENCH_ACCOUNTS || 200);
const rows = [];
for (const measure of [
  () => measurePush(changes),
  () => measureMicrosoftPush(changes),
  () => measureGoogleInitial(),
  () => measureMicrosoftInitial(1_000),
  () => measureMicrosoftInitial(10_000),
  () => measureAccounts(accounts),
  () => measureCaldavPoll(),
]) {
  rows.push(...[await measure()].flat());
  process.stderr.write(`${rows.at(-1).measure}: ${rows.at(-1).ours}\n`);
}
process.exit(report('bench:sync, kept in sync', rows) ? 0 : 1);

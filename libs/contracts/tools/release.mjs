#!/usr/bin/env node
// node libs/contracts/tools/release.mjs <version>: stores the contracts of each service as released. Later releases run
// beside that one during a rollout, so tools/contracts/released.spec.ts compares every later state with it. Build first
// (npm run build). The id of the release commit goes into the file `commit` beside them, in the next commit.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { lockOf } from '../dist/documents/schema-lock.js';
import { topics } from '../dist/topics.js';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('usage: node libs/contracts/tools/release.mjs <version, as 0.3.0>');
  process.exit(2);
}
const folder = new URL(`../released/${version}/`, import.meta.url);
if (existsSync(folder)) {
  console.error(`${version} is released already; released contracts are never changed`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const owner of new Set(topics.map((topic) => topic.owner))) {
  const own = lockOf(topics.filter((topic) => topic.owner === owner));
  writeFileSync(new URL(`${owner}.json`, folder), `${JSON.stringify(own, null, 2)}\n`);
  console.log(`${owner}: ${Object.keys(own).length} topics`);
}

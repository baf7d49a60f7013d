#!/usr/bin/env node
// Updates schemas.lock.json after an additive change of a topic. A breaking change is refused: it needs a new version,
// that is a new file and a new topic. Build first (npm run build).
import { readFileSync, writeFileSync } from 'node:fs';
import { breakingChanges, lockOf } from '../dist/documents/schema-lock.js';
import { topics } from '../dist/topics.js';

const path = new URL('../schemas.lock.json', import.meta.url);
let locked = {};
try {
  locked = JSON.parse(readFileSync(path, 'utf8'));
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
const current = lockOf(topics);
const breaking = breakingChanges(locked, current);
if (breaking.length > 0) {
  console.error(`These changes break a version; create a new one (…v2) instead:\n${breaking.join('\n')}`);
  process.exit(1);
}
writeFileSync(path, `${JSON.stringify(current, null, 2)}\n`);
console.log(`${Object.keys(current).length} topics locked`);

#!/usr/bin/env node
// `npm run faults`: removes one safeguard at a time and checks that a test fails. Restores every file.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faults } from './faults.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });

/** The file's text with the fault planted. Throws when the safeguard is not found exactly once. */
export function planted({ file, safeguard, fault }, read = (path) => readFileSync(root + path, 'utf8')) {
  const text = read(file);
  if (text.split(safeguard).length !== 2) throw new Error(`${file} does not contain exactly once: ${safeguard}`);
  return text.replace(safeguard, () => fault);
}

/**
 * Whether a report of Vitest shows a failed test: a spec that cannot start, as without its dependencies, has detected
 * nothing.
 */
export const hasFailed = (report) => JSON.parse(report).numFailedTests > 0;

function isSeen(one) {
  const path = root + one.file;
  const before = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, before);
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const outputFile = join(folder, 'report.json');
  process.once('SIGINT', restore);
  try {
    writeFileSync(path, planted(one));
    const report = ['--bail', '1', '--reporter=json', `--outputFile=${outputFile}`];
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...report, one.test];
    spawnSync(process.execPath, vitest, { cwd: root, stdio: 'ignore' });
    return hasFailed(readFileSync(outputFile, 'utf8'));
  } finally {
    restore();
    rmSync(folder, { recursive: true });
    process.off('SIGINT', restore);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = faults.filter(({ name }) => !values.only || values.only.includes(name));
  let unseen = 0;
  for (const one of chosen) {
    const seen = isSeen(one);
    if (!seen) unseen += 1;
    console.log(`${seen ? 'detected, as expected' : 'NOT DETECTED'}: ${one.name} (${one.test})`);
  }
  console.log(`${chosen.length - unseen} passed, ${unseen} failed`);
  process.exit(unseen === 0 ? 0 : 1);
}

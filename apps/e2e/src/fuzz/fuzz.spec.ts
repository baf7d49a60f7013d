import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { roundsOf } from '@kalends/testing';
import { describe, it } from 'vitest';
import { root } from '../harness/processes.js';

const seconds = roundsOf('KALENDS_FUZZ_SECONDS', { usual: 120, nightly: 600 });
const seed = process.env.KALENDS_FUZZ_SEED ?? '20261124';

describe('fuzz test', () => {
  // again: garbage collection takes longer while other work has the processors
  it(
    `given hostile requests, mails and calendars for ${seconds} s, when sent, then all are answered and none blocks (seed ${seed})`,
    { retry: 1, timeout: 3 * seconds * 1_000 + 120_000 },
    async () => {
      const args = [join(root, 'apps/e2e/dist/fuzz/main.js'), '--seconds', String(seconds), '--seed', seed];
      const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout?: string }) => {
        throw new Error(`the fuzz test failed:\n${String(error.stdout ?? error)}`);
      });
      console.log(stdout.trimEnd().split('\n').at(-1));
    },
  );
});

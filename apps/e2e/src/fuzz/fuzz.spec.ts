import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { roundsOf } from '@kalends/testing';
import { describe, it } from 'vitest';
import { root } from '../harness/processes.js';

const requests = roundsOf('KALENDS_FUZZ_REQUESTS', { usual: 2_000, all: 3_000, nightly: 30_000 });
const seed = process.env.KALENDS_FUZZ_SEED || '20261124';

describe('fuzz test', () => {
  it(
    `given ${requests} hostile requests, mails and calendars, when sent, then all are answered and none blocks (seed ${seed})`,
    { timeout: 240_000 + 100 * requests },
    async () => {
      const args = [join(root, 'apps/e2e/dist/fuzz/main.js'), '--requests', String(requests), '--seed', seed];
      const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout?: string }) => {
        throw new Error(`the fuzz test failed:\n${String(error.stdout ?? error)}`);
      });
      console.log(stdout.trimEnd().split('\n').at(-1));
    },
  );
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const worker = new URL('../../../../../dist/mail-worker.js', import.meta.url);

/**
 * The real worker, but a mail with an `X-Poison` header simulates a defect of the parser: `throw`, `spin`, `grow` or `exit`.
 */
export function poisonousWorker(): URL {
  const program = `
    import { parentPort } from 'node:worker_threads';
    import process from 'node:process';
    parentPort.on('message', ({ raw }) => {
      const [, does] = /^X-Poison: (\\w+)/m.exec(Buffer.from(raw).toString('latin1')) ?? [];
      if (does === 'throw') throw new RangeError('Maximum call stack size exceeded');
      if (does === 'spin') for (;;);
      if (does === 'exit') process.exit(1);
      if (does === 'grow') for (const all = []; ; ) all.push(new Array(100_000).fill(all.length).map(String));
    });
    await import(${JSON.stringify(worker.href)});`;
  const file = join(mkdtempSync(join(tmpdir(), 'kalends-poison-')), 'worker.mjs');
  writeFileSync(file, program);
  return pathToFileURL(file);
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { controlRoutes, type Controlled } from './control/routes.js';
import { startSimulator } from './simulator.js';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/simulator.md'), 'utf8');
const program = /```js\n([\s\S]*?)```/.exec(guide)![1]!;

describe('docs/simulator.md', () => {
  it('given its program, when run unchanged, then it prints what Google stores', async () => {
    const { url, close } = await startSimulator();
    try {
      const args = ['--input-type=module', '--eval', program];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { SIMULATOR_URL: url } });
      expect(stdout.trim()).toBe('ada@example.com: Lunch');
    } finally {
      await close();
    }
  });

  it('given its table, when read, then it names every address under /control', () => {
    const named = [...guide.matchAll(/^\| `([a-z/-]+)` \|/gm)].map(([, name]) => `/control/${name}`);
    const posts = controlRoutes({} as Controlled).filter(({ method }) => method === 'POST');
    expect(named).toEqual(expect.arrayContaining(posts.map(({ path }) => path)));
  });
});

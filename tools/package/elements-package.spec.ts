import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rolldown } from 'rolldown';
import { writeElements } from './elements.mjs';

const run = promisify(execFile);

describe('the npm package of Elements', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kalends-elements-'));
    writeElements(join(folder, 'package'));
    const { stdout } = await run('npm', ['pack', '--silent', join(folder, 'package')], { cwd: folder });
    await mkdir(join(folder, 'page'));
    await writeFile(join(folder, 'page/package.json'), '{"name":"page","private":true,"type":"module"}');
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(folder, stdout.trim())];
    await run('npm', install, { cwd: join(folder, 'page') });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const inside = (path: string) => readFile(join(folder, 'page/node_modules/@kalends/elements', path), 'utf8');

  it('given an empty project, when it is installed, then it brings no dependency, and a server can import it', async () => {
    const manifest = JSON.parse(await inside('package.json')) as Record<string, unknown>;
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['dependencies']));
    expect([manifest.private, manifest.devDependencies, manifest.scripts]).toEqual([undefined, undefined, undefined]);
    const code = "console.log(Object.keys(await import('@kalends/elements')).sort().join())";
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: join(folder, 'page') });
    expect(stdout.trim()).toBe('Agenda,AvailabilityViewer,Booking,ConnectButton,SlotPicker,WorkingHours');
  });

  it('given the slot picker and all other Elements, then they are at most 40 kB compressed', async () => {
    expect(gzipSync(await inside('dist/elements.js'), { level: 9 }).length).toBeLessThanOrEqual(40_000);
  });

  it('given a page that uses the React components, when it is bundled, then the Elements are in it once', async () => {
    const code = "import '@kalends/elements'; import { SlotPicker } from '@kalends/elements/react'; globalThis.shown = SlotPicker;"; // prettier-ignore
    await writeFile(join(folder, 'page/main.js'), code);
    const bundle = await rolldown({ input: join(folder, 'page/main.js'), external: ['react'], platform: 'browser', logLevel: 'silent' }); // prettier-ignore
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    const text = output[0].code;
    expect(text.match(/kalends-slot-picker`|"kalends-slot-picker"|'kalends-slot-picker'/g)!.length).toBeGreaterThan(0);
    expect(text.match(/label\.hidden|:host\(\[hidden\]\)/g)).toHaveLength(1);
  });

  it('given its types, then they need none that are not published', async () => {
    const types = await Promise.all(['dist/types/index.d.ts', 'dist/types/base/element.d.ts', 'dist/types/react/index.d.ts'].map(inside)); // prettier-ignore
    for (const text of types) expect(text).not.toContain('@kalends/design');
    expect(types[0]).toContain('SlotPicker');
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from '@kalends/service-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { ThreadedReader, type ReadObject } from './object-reader.js';
import { objectOf } from './objects.fixture.js';

const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const worker = new URL('../../../../../dist/object-worker.js', import.meta.url);
const start = 'DTSTART:20261201T100000Z';
/** More than is parsed without the thread. */
const filler = `X-FILLER:${'x'.repeat(70_000)}`;
const large = (uid: string, ...lines: string[]) => objectOf(uid, start, filler, ...lines);
const uidsOf = (read: ReadObject[]) => read.map((one) => (typeof one === 'string' ? one : one.uid));

/** The real worker, but an object with `X-POISON` simulates a defect of the parser: `throw`, `spin`, `grow` or `exit`. */
function poisonousWorker(): URL {
  const program = `
    import { parentPort } from 'node:worker_threads';
    import process from 'node:process';
    parentPort.on('message', ({ texts }) => {
      const [, does] = /^X-POISON:(\\w+)/m.exec(texts.join('')) ?? [];
      if (does === 'throw') parentPort.postMessage = () => { throw new RangeError('Maximum call stack size exceeded'); };
      if (does === 'spin') for (;;);
      if (does === 'exit') process.exit(1);
      if (does === 'grow') for (const all = []; ; ) all.push(new Array(100_000).fill(all.length).map(String));
    });
    await import(${JSON.stringify(worker.href)});`;
  const file = join(mkdtempSync(join(tmpdir(), 'kalends-poison-')), 'worker.mjs');
  writeFileSync(file, program);
  return pathToFileURL(file);
}

describe('calendar objects parsed in a thread', () => {
  let reader: ThreadedReader;
  afterEach(() => reader.close());

  it('given few and many, when read, then each is as the parser returns it, in order', async () => {
    reader = new ThreadedReader(log);
    expect(uidsOf(await reader.read([objectOf('a', start), 'nothing']))).toEqual(['a', 'no-event']);
    expect(uidsOf(await reader.read([large('a'), 'nothing', large('b')]))).toEqual(['a', 'no-event', 'b']);
  });

  it('given few characters, when read, then no thread is needed', async () => {
    reader = new ThreadedReader(log, new URL('file:///nowhere/worker.mjs'));
    expect(uidsOf(await reader.read([objectOf('a', start)]))).toEqual(['a']);
    await expect(reader.read([large('a')])).rejects.toThrow('object reader could not be started');
  });

  it('given 20 objects of 20,000 attendees each, when read, then the thread survives all of them', async () => {
    reader = new ThreadedReader(log);
    const people = Array.from(
      { length: 20_000 },
      (_, n) => `ATTENDEE;CN=${'Person'.repeat(12)}:mailto:p${n}@example.com`,
    );
    const texts = Array.from({ length: 20 }, (_, n) => objectOf(`event-${n}`, start, ...people));
    const read = await reader.read(texts);
    for (const one of read) expect(one).toMatchObject({ truncated: ['attendees'] });
  }, 60_000);

  it.each(['throw', 'exit', 'grow', 'spin'])(
    'given one object that makes the parser %s, when read, then it is unreadable and the others are read',
    { tags: 'long', timeout: 60_000 },
    async (does) => {
      reader = new ThreadedReader(log, poisonousWorker(), 3_000);
      const read = await reader.read([large('a'), large('bad', `X-POISON:${does}`), large('b')]);
      expect(uidsOf(read)).toEqual(['a', 'unreadable', 'b']);
    },
  );

  it(
    'given objects that never end in several batches of a calendar, when read, then three deadlines pass in all, and another calendar is read',
    { tags: 'long', timeout: 60_000 },
    async () => {
      const detail: string[] = [];
      const counted = createLogger({ service: 'calendar-sync', level: 'info', write: (line) => detail.push(line) });
      reader = new ThreadedReader(counted, poisonousWorker(), 1_000);
      const texts = Array.from({ length: 4 }, (_, n) => large(`bad-${n}`, 'X-POISON:spin'));
      const lost = { objects: 0, ms: 0 };
      const threads = () => detail.filter((line) => line.includes('object_thread.replaced')).length;
      await expect(reader.read(texts, lost)).rejects.toMatchObject({ failure: 'refused' });
      // more than three where threads start slowly: what counts is how long they run
      const spent = threads();
      expect(lost.ms).toBeGreaterThanOrEqual(3_000);
      await expect(reader.read(texts, lost)).rejects.toMatchObject({ failure: 'refused' });
      expect(threads()).toBe(spent);
      expect(uidsOf(await reader.read([large('a')]))).toEqual(['a']);
    },
  );

  it('given only such objects, when read, then their calendar is refused before all of them were tried', async () => {
    reader = new ThreadedReader(log, poisonousWorker(), 3_000);
    const texts = Array.from({ length: 100 }, (_, n) => large(`bad-${n}`, 'X-POISON:exit'));
    await expect(reader.read(texts)).rejects.toMatchObject({ failure: 'refused' });
  }, 60_000);
});

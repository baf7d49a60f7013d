import type { EventSeries } from '@kalends/icalendar';
import { JobThread, logEvent, type Logger } from '@kalends/service-runtime';
import { ProviderError } from './provider.port.js';
import { readObject, type SkipReason } from './read-object.js';

export type ReadObject = EventSeries | SkipReason;

export interface ObjectsJob {
  texts: string[];
}

/** Reads the events in calendar objects, in order. */
export interface ObjectReader {
  read(texts: string[]): Promise<ReadObject[]>;
}

/** The bundle of `object-worker.ts`: the relative path is the same from `src/` and from `dist/`. */
const bundled = new URL('../../../../../dist/object-worker.js', import.meta.url);

const heapMb = 256;
const idleMs = 60_000;
/** A batch is parsed within half a second; the margin is for a busy machine. */
const deadlineMs = 10_000;
/** Characters that are parsed faster than they are sent to a thread. */
const inlineLength = 65_536;
/** A calendar with more objects that break the thread is refused for now, so that it delays no other for long. */
const mostLost = 5;

/** Parses objects in the caller's thread. */
export const inlineReader: ObjectReader = { read: async (texts) => texts.map(readObject) };

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

/**
 * Parses more than a few objects in a separate thread, bounded in time and memory. An object that breaks the thread is
 * `unreadable`; the others of its batch are read.
 */
export class ThreadedReader implements ObjectReader {
  private readonly thread: JobThread<ObjectsJob, ReadObject[]>;

  constructor(
    log: Logger,
    program: URL = bundled,
    private readonly timeoutMs: number = deadlineMs,
  ) {
    const onLost = (detail: string) => logEvent(log, 'object_thread.replaced', { detail });
    this.thread = new JobThread({ program, name: 'object reader', heapMb, idleMs, onLost });
  }

  /** Throws `refused` if many of the objects break the thread. */
  async read(texts: string[]): Promise<ReadObject[]> {
    if (lengthOf(texts) <= inlineLength) return inlineReader.read(texts);
    const together = await this.thread.run({ texts }, this.timeoutMs);
    if (together.ok) return together.output;
    const read: ReadObject[] = [];
    let lost = 0;
    for (const text of texts) {
      const alone = await this.thread.run({ texts: [text] }, this.timeoutMs);
      read.push(alone.ok ? alone.output[0]! : 'unreadable');
      lost += alone.ok ? 0 : 1;
      if (lost > mostLost) throw new ProviderError('refused', 'The calendar has many objects that cannot be parsed.');
    }
    return read;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

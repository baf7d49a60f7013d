import type { EventSeries } from '@kalends/icalendar';
import { JobThread, logEvent, type Logger } from '@kalends/service-runtime';
import { ProviderError } from './provider.port.js';
import { readObject, type SkipReason } from './read-object.js';

export type ReadObject = EventSeries | SkipReason;

export interface ObjectsJob {
  texts: string[];
}

/** What one read of a calendar has lost so far: objects that broke the thread, and the time until they did. */
export interface Lost {
  objects: number;
  ms: number;
}

/** Reads the events in calendar objects, in order. `lost` is shared by all calls for one read of a calendar. */
export interface ObjectReader {
  read(texts: string[], lost?: Lost): Promise<ReadObject[]>;
}

/** The bundle of `object-worker.ts`: the relative path is the same from `src/` and from `dist/`. */
const bundled = new URL('../../../../../dist/object-worker.js', import.meta.url);

const heapMb = 128;
const idleMs = 60_000;
/** A batch is parsed within half a second; the margin is for a busy machine. */
const deadlineMs = 4_000;
/** So many deadlines of one read of a calendar may pass: that of a batch, and those of two of its objects. */
const maxDeadlines = 3;
/** Characters that are parsed faster than they are sent to a thread. */
const inlineLength = 65_536;
/** A calendar with more objects that break the thread is refused for now, so that it delays no other. */
const maxLost = 5;

/** Parses objects in the caller's thread. */
export const inlineReader: ObjectReader = { read: async (texts) => texts.map(readObject) };

const refused = () => new ProviderError('refused', 'The calendar has many objects that cannot be parsed.');

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

  /** Throws `refused` if many of a calendar's objects break the thread, or for too long: others wait for it. */
  async read(texts: string[], lost: Lost = { objects: 0, ms: 0 }): Promise<ReadObject[]> {
    if (lengthOf(texts) <= inlineLength) return inlineReader.read(texts);
    const together = await this.run(texts, lost);
    if (together) return together;
    const read: ReadObject[] = [];
    for (const text of texts) {
      const alone = await this.run([text], lost);
      read.push(alone?.[0] ?? 'unreadable');
      lost.objects += alone ? 0 : 1;
      if (lost.objects > maxLost) throw refused();
    }
    return read;
  }

  /** Null: they broke the thread. */
  private async run(texts: string[], lost: Lost): Promise<ReadObject[] | null> {
    const left = this.timeoutMs * maxDeadlines - lost.ms;
    if (left <= 0) throw refused();
    const result = await this.thread.run({ texts }, Math.min(this.timeoutMs, left));
    if (result.ok) return result.output;
    lost.ms += result.ranMs;
    return null;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

import { setImmediate as turn } from 'node:timers/promises';
import type { ProvedIdentity } from '@kalends/contracts';
import { sha256 } from '@kalends/security';
import { resolveTimeZone } from '@kalends/icalendar';
import { httpAddress } from '@kalends/provider-port';
import {
  ProviderError,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesRead,
  type Known,
  type LastRead,
  type Lost,
  type ObjectReader,
  type RemoteCalendar,
  type RemoteEvent,
} from '@kalends/provider-port/sync';
import type { Fetched, Validators } from './fetch-calendar.js';
import { splitCalendar, type PublishedCalendar, type PublishedObject } from './split-calendar.js';

/** What is remembered of a calendar between tasks, so that a sync is one conditional request. */
export type Remembered = Pick<RemoteCalendar, 'name' | 'color' | 'tzid'>;

export interface CalendarMemory {
  get(): Remembered | undefined;
  set(remembered: Remembered): void;
}

interface Dependencies {
  fetch(address: string, known: Validators): Promise<Fetched>;
  reader: ObjectReader;
  memory: CalendarMemory;
}

interface Read {
  validators: Validators;
  calendar: PublishedCalendar;
}

/** Objects in one batch, and characters: this bounds memory and the time of one transaction. */
const [batchSize, batchLength] = [200, 1_000_000];

const readOnly = (): Promise<never> =>
  Promise.reject(new ProviderError('refused', 'A published calendar can only be read.', { refusal: 'not_permitted' }));

function validatorsIn(cursor: string | null): Validators | null {
  if (cursor === null) return null;
  try {
    const read = JSON.parse(cursor) as unknown;
    if (typeof read !== 'object' || read === null) return null;
    const { etag, modified } = read as Validators;
    return {
      ...(typeof etag === 'string' ? { etag } : {}),
      ...(typeof modified === 'string' ? { modified } : {}),
    };
  } catch {
    return null;
  }
}

/**
 * A published calendar: an iCalendar text at an address (RFC 5545), which may be the only secret that protects it. It is read only
 * and has one calendar. What changed is found by comparing, since such a text has no history.
 */
export class IcsProvider implements CalendarProvider {
  private read: Read | undefined;

  constructor(
    private readonly address: string,
    private readonly dependencies: Dependencies,
  ) {}

  readonly upsert = readOnly;
  readonly remove = readOnly;
  readonly createCalendar = readOnly;

  ownAddresses(): Promise<string[]> {
    return Promise.resolve([]);
  }

  /** An address proves nobody: it only shows that this is the calendar of before. */
  async prove(): Promise<ProvedIdentity> {
    await this.readAll();
    const address = httpAddress(this.address);
    return { origin: new URL(address).origin, principal: sha256(address) };
  }

  async calendars(): Promise<RemoteCalendar[]> {
    const remembered = this.dependencies.memory.get() ?? this.remember((await this.readAll()).calendar);
    return [{ href: 'calendar', readonly: true, primary: true, ...remembered }];
  }

  async changes(
    _calendar: RemoteCalendar,
    { cursor, known, listAll }: LastRead,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead> {
    const last = listAll ? null : validatorsIn(cursor);
    const read = this.read ?? (await this.readSince(last ?? {}));
    if (read === null) return { kind: 'delta', cursor };
    await this.report(read.calendar.objects, known, onBatch);
    return { kind: 'full', cursor: JSON.stringify(read.validators) };
  }

  private async report(
    objects: readonly PublishedObject[],
    known: Known,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ) {
    const lost: Lost = { objects: 0, ms: 0 };
    const changed = objects.filter(({ uid, version }) => known.get(uid) !== version);
    const unchanged = objects.filter(({ uid, version }) => known.get(uid) === version).map(({ uid }) => uid);
    if (unchanged.length > 0) await onBatch({ changed: [], removed: [], unchanged });
    for (const part of partsOf(changed)) {
      await turn();
      await onBatch(await this.batchOf(part, lost));
    }
  }

  private async batchOf(part: readonly Part[], lost: Lost): Promise<ChangeBatch> {
    const results = await this.dependencies.reader.read(
      part.flatMap(({ text }) => text ?? []),
      lost,
    );
    const batch = { changed: [] as RemoteEvent[], removed: [], skipped: [] as NonNullable<ChangeBatch['skipped']> };
    for (const { uid: href, version: etag, text } of part) {
      const series = text === null ? 'unreadable' : results.shift()!;
      if (typeof series === 'string') batch.skipped.push({ href, etag, reason: series });
      else batch.changed.push({ href, etag, series });
    }
    return batch;
  }

  private async readAll(): Promise<Read> {
    return this.read ?? (await this.readSince({}))!;
  }

  /** Null: nothing has changed since. */
  private async readSince(known: Validators): Promise<Read | null> {
    const { text, validators } = await this.dependencies.fetch(this.address, known);
    if (text === null) return null;
    const calendar = await splitCalendar(text);
    if (!calendar)
      throw new ProviderError('not-a-provider', 'There is no published calendar (iCalendar) at this address.');
    this.read = { validators, calendar };
    this.remember(calendar);
    return this.read;
  }

  private remember({ name, color, tzid }: PublishedCalendar): Remembered {
    const zone = tzid === undefined ? null : resolveTimeZone(tzid);
    const remembered = {
      name: name ?? new URL(httpAddress(this.address)).host,
      ...(color === undefined ? {} : { color }),
      ...(zone === null ? {} : { tzid: zone }),
    };
    this.dependencies.memory.set(remembered);
    return remembered;
  }
}

interface Part {
  uid: string;
  version: string;
  text: string | null;
}

function* partsOf(objects: readonly PublishedObject[]): Generator<Part[]> {
  let part: Part[] = [];
  let length = 0;
  for (const { uid, version, text } of objects) {
    const one = { uid, version, text: text() };
    part.push(one);
    length += one.text?.length ?? 0;
    if (part.length < batchSize && length < batchLength) continue;
    yield part;
    [part, length] = [[], 0];
  }
  if (part.length > 0) yield part;
}

import { expect, it } from 'vitest';
import { objectOf, plain } from './objects.fixture.js';
import type {
  CalendarProvider,
  ChangesRead,
  Known,
  RemoteCalendar,
  RemoteEvent,
  RemoteResource,
} from './provider.port.js';

/** A provider with an empty calendar, and a second client that works on it independently of Kalends. */
export interface ProviderWorld {
  provider: CalendarProvider;
  calendar: RemoteCalendar;
  others: {
    /** Returns the href. */
    put(name: string, object: string): Promise<string>;
    putMany(objects: ReadonlyMap<string, string>): Promise<void>;
    read(href: string): Promise<string>;
    remove(href: string): Promise<void>;
  };
  /** What a calendar shows of `#49bed8`, if the provider has few colours. */
  shownColor?: string;
  /** The same account with another password, if the provider has passwords. */
  withPassword?(password: string): CalendarProvider;
  /** The rooms of the account's organization, if the provider lists them. */
  rooms?: RemoteResource[];
  /** Its server has no sync tokens: each read lists everything. */
  listsInFull?: true;
  /** Its server has one text for all events: a change is found by comparing it. */
  servesOneText?: true;
  /** Its server answers any cursor as if nothing had been read before: only the daily listing finds what it forgot. */
  acceptsAnyCursor?: true;
  /** Its server repeats deletions that were reported before: their times are whole seconds. */
  repeatsDeletions?: true;
  /** Its server cuts names of objects at a #. */
  cutsNames?: true;
  /** Its server returns the name of a calendar with XML's characters escaped once more. */
  escapesNames?: true;
  stop(): Promise<void>;
}

let created = 0;
/** A UID that no other test has. */
export const newUid = () => `evt_${String(++created).padStart(24, '0')}@kalends`;

/** What a read reports as deleted; of a server that repeats deletions, only of these. */
export const deletionsIn = (world: ProviderWorld, { removed }: Read, ...hrefs: string[]): string[] =>
  world.repeatsDeletions ? removed.filter((href) => hrefs.includes(href)) : removed;

export interface Read extends ChangesRead {
  changed: RemoteEvent[];
  removed: string[];
  seen: string[];
  largestBatch: number;
}

export async function readAll(world: ProviderWorld, cursor: string | null, known: Known = new Map()): Promise<Read> {
  const changed: RemoteEvent[] = [];
  const removed: string[] = [];
  const unchanged: string[] = [];
  let largestBatch = 0;
  const [calendar] = await world.provider.calendars();
  const read = await world.provider.changes(calendar!, { cursor, known }, async (batch) => {
    changed.push(...batch.changed);
    removed.push(...batch.removed);
    unchanged.push(...(batch.unchanged ?? []));
    largestBatch = Math.max(largestBatch, batch.changed.length);
  });
  return { ...read, changed, removed, seen: [...unchanged, ...changed.map(({ href }) => href)], largestBatch };
}

export const uidsOf = (read: Read) => read.changed.map(({ series }) => series.uid);

const now = Date.UTC(2026, 10, 21, 9);

/** What every provider must do when it is read, within the `describe` of its suite. */
export function readingConformance(worldOf: () => ProviderWorld): void {
  it('given a cursor, when other clients add, change and delete, then a read reports exactly that', async () => {
    const world = worldOf();
    const [kept, edited, deleted, added] = [newUid(), newUid(), newUid(), newUid()];
    await world.others.put('kept.ics', objectOf(kept, ...plain));
    await world.others.put('edited.ics', objectOf(edited, ...plain));
    const deletedHref = await world.others.put('gone.ics', objectOf(deleted, ...plain));
    const before = await readAll(world, null);
    expect(before.kind).toBe('full');
    await world.others.put('edited.ics', objectOf(edited, ...plain, 'LOCATION:Elsewhere'));
    await world.others.remove(deletedHref);
    await world.others.put(world.cutsNames ? 'added é&.ics' : 'added é&#.ics', objectOf(added, ...plain));
    const known = new Map(before.changed.map(({ href, etag }) => [href, etag]));
    const delta = await readAll(world, before.cursor, known);
    const isFull = world.listsInFull ?? world.servesOneText ?? false;
    expect(delta.kind).toBe(isFull ? 'full' : 'delta');
    expect(uidsOf(delta).sort()).toEqual([edited, added].sort());
    expect(deletionsIn(world, delta, deletedHref)).toEqual(isFull ? [] : [deletedHref]);
    expect(delta.seen).not.toContain(deletedHref);
    if (world.calendar.readonly) return;
    const addedHref = delta.changed.find(({ series }) => series.uid === added)!.href;
    const patched = await world.provider.upsert(
      world.calendar,
      { uid: added, href: addedHref },
      { change: { summary: 'Ours' }, now },
    );
    expect(patched.href).toBe(addedHref);
  });

  it('given nothing new, when read from the cursor, then nothing is reported', async () => {
    const world = worldOf();
    const before = await readAll(world, null);
    const known = new Map(before.changed.map(({ href, etag }) => [href, etag]));
    const again = await readAll(world, before.cursor, known);
    expect(again).toMatchObject({ kind: world.listsInFull ? 'full' : 'delta', changed: [] });
    expect(deletionsIn(world, again)).toEqual([]);
  });

  it('given an invalid cursor, when read, then everything is read and deleted events are not seen', async () => {
    const world = worldOf();
    const uid = newUid();
    const href = await world.others.put('vanishing.ics', objectOf(uid, ...plain));
    const before = await readAll(world, null);
    expect(before.seen).toContain(href);
    await world.others.remove(href);
    const known = new Map(before.changed.map((event) => [event.href, event.etag]));
    const again = await readAll(world, 'http://example.com/no-such-token', known);
    if (world.acceptsAnyCursor) return expect((await readAll(world, null, known)).seen).not.toContain(href);
    expect(again.kind).toBe('full');
    expect(again.seen).not.toContain(href);
    expect([...again.seen].sort()).toEqual(before.seen.filter((one) => one !== href).sort());
    expect((await readAll(world, again.cursor, known)).kind).toBe(world.listsInFull ? 'full' : 'delta');
  });

  it('given more than a page, when everything is read, then it is returned completely, in bounded batches', async () => {
    const world = worldOf();
    const uids = Array.from({ length: 620 }, newUid);
    await world.others.putMany(new Map(uids.map((uid, index) => [`many-${index}.ics`, objectOf(uid, ...plain)])));
    const read = await readAll(world, null);
    expect(read.largestBatch).toBeLessThanOrEqual(500);
    const found = new Set(uidsOf(read));
    expect(uids.filter((uid) => !found.has(uid))).toEqual([]);
    expect(read.changed).toHaveLength(found.size);
  }, 120_000);
}

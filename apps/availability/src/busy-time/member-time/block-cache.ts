import { LRUCache } from 'lru-cache';

/** Busy periods: start and end alternating (epoch ms), ascending by start, and a byte of flags for each. */
export interface FlaggedSpans {
  readonly spans: ArrayLike<number>;
  readonly flags: ArrayLike<number>;
}

/** A block with the revision of its row; an empty revision if there is none. */
export interface CachedBlock extends FlaggedSpans {
  readonly revision: string;
}

const capacity = 32 * 1024 * 1024;
/** Approximate overhead of an entry besides its periods. */
const entryBytes = 300;

/**
 * Cache of blocks of packed busy time as this process last read them. Its content is never used unchecked: the statement
 * that reads people's time compares revisions and returns the blocks that changed.
 */
export class BlockCache {
  private readonly blocks = new LRUCache<string, CachedBlock>({
    maxSize: capacity,
    sizeCalculation: ({ spans, flags }) => entryBytes + 8 * spans.length + flags.length,
  });

  get(calendarId: string, block: number): CachedBlock | undefined {
    return this.blocks.get(keyOf(calendarId, block));
  }

  set(calendarId: string, block: number, entry: CachedBlock): void {
    this.blocks.set(keyOf(calendarId, block), entry);
  }
}

const keyOf = (calendarId: string, block: number) => `${calendarId}/${block}`;

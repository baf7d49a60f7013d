import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { END_OF_ROWS } from './write-backup.js';

/** The file is not a backup, or is incomplete. */
export class NotABackup extends Error {
  override name = 'NotABackup';
}

const headSchema = z.object({
  kalends_backup: z.literal(1),
  made_at: z.iso.datetime(),
  schemas: z.array(
    z.object({ schema: z.string(), migrations: z.array(z.object({ name: z.string(), checksum: z.string() })) }),
  ),
  encryption_keys: z.array(z.string()),
});
const entrySchema = z.union([
  z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) }),
  z.object({ schema: z.string(), sequence: z.string(), last: z.string().nullable() }),
  z.object({ end: z.literal(true), rows: z.number() }),
]);

export type Head = z.output<typeof headSchema>;
type Entry = z.output<typeof entrySchema>;

const NEWLINE = 0x0a;
const terminator = Buffer.from(`${END_OF_ROWS}\n`);

/** Reads a backup sequentially. */
export class BackupReader {
  private buffer: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  private constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  static open(file: string): BackupReader {
    const text = new PassThrough();
    // a failure ends reading from `text` with the same error
    pipeline(createReadStream(file), createGunzip(), text).catch(() => undefined);
    return new BackupReader(text);
  }

  head(): Promise<Head> {
    return this.parsed(headSchema);
  }

  /** The next entry; the rows of a table must be read before the entry after it. */
  entry(): Promise<Entry> {
    return this.parsed(entrySchema);
  }

  /** The rows of the current table, in chunks of whole lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.endOfRows();
      if (end !== undefined) {
        if (end > 0) yield this.buffer.subarray(0, end);
        this.buffer = this.buffer.subarray(end + terminator.length);
        return;
      }
      const whole = this.buffer.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) {
        yield this.buffer.subarray(0, whole);
        this.buffer = this.buffer.subarray(whole);
      }
      await this.more();
    }
  }

  /** Position of the terminator line in the buffer, which starts at the beginning of a line. */
  private endOfRows(): number | undefined {
    if (this.buffer.subarray(0, terminator.length).equals(terminator)) return 0;
    const at = this.buffer.indexOf(`\n${END_OF_ROWS}\n`);
    return at < 0 ? undefined : at + 1;
  }

  private async parsed<T>(schema: z.ZodType<T>): Promise<T> {
    const line = await this.line();
    const parsed = schema.safeParse(jsonOf(line));
    if (!parsed.success) throw new NotABackup('it is not a Kalends backup');
    return parsed.data;
  }

  private async line(): Promise<string> {
    for (let from = 0; ;) {
      const at = this.buffer.indexOf(NEWLINE, from);
      if (at >= 0) {
        const line = this.buffer.toString('utf8', 0, at);
        this.buffer = this.buffer.subarray(at + 1);
        return line;
      }
      from = this.buffer.length;
      await this.more();
    }
  }

  private async more(): Promise<void> {
    const { value, done } = await this.chunks.next().catch((error: NodeJS.ErrnoException) => {
      const isFile = error.code !== undefined && !error.code.startsWith('Z_');
      throw isFile ? error : new NotABackup('it is damaged or incomplete');
    });
    if (done) throw new NotABackup('it is damaged or incomplete');
    this.buffer = this.buffer.length === 0 ? value : Buffer.concat([this.buffer, value]);
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { WholeMessages } from './answer-socket.js';
import { createPool } from './pool.js';

/** A message of PostgreSQL's protocol (manual, 54.7): type, length with itself, content. */
function messageOf(content: Uint8Array): Buffer {
  const header = Buffer.from([0x44, 0, 0, 0, 0]);
  header.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([header, content]);
}

/** Hands bytes over in parts of these sizes, again and again; answers what came of each. */
function handOver(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const messages = new WholeMessages();
  const given: Buffer[] = [];
  for (let at = 0, part = 0; at < bytes.length; part += 1) {
    const copied = bytes.copy(messages.room(), 0, at, at + sizes[part % sizes.length]!);
    const whole = messages.took(copied);
    if (whole) given.push(Buffer.from(whole));
    at += copied;
  }
  return given;
}

describe('whole messages', () => {
  it('given messages in parts of any size, when read, then each comes once, whole, as soon as its last byte is there', () => {
    const content = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 65_000, maxLength: 70_000 }));
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(content, { maxLength: 8 }), sizes, (contents, parts) => {
        const sent = contents.map(messageOf);
        const given = handOver(Buffer.concat(sent), parts);
        expect(Buffer.concat(given).equals(Buffer.concat(sent))).toBe(true);
        const ends = new Set<number>();
        sent.reduce((end, { length }) => ends.add(end + length) && end + length, 0);
        given.reduce((end, { length }) => {
          expect(ends).toContain(end + length);
          return end + length;
        }, 0);
      }),
    );
  });

  it('given a message that is not whole yet, when read, then nothing comes; with its last byte it does', () => {
    const messages = new WholeMessages();
    const message = messageOf(Buffer.from('abc'));
    message.copy(messages.room());
    expect(messages.took(7)).toBeNull();
    message.copy(messages.room(), 0, 7);
    expect(messages.took(1)?.equals(message)).toBe(true);
  });

  it('given a message of 5 MB, when it was read, then its room is given back', () => {
    const message = messageOf(Buffer.alloc(5_000_000, 'x'));
    const messages = new WholeMessages();
    const rooms: number[] = [];
    for (let at = 0; at < message.length;) {
      const room = messages.room();
      rooms.push(room.length);
      at += messages.took(message.copy(room, 0, at)) ? message.length : room.length;
    }
    expect(Math.max(...rooms)).toBeGreaterThan(1_000_000);
    expect(messages.room().length).toBe(rooms[0]);
  });
});

describe('a pool for long answers', () => {
  let database: ThrowawayPostgres;
  beforeAll(async () => {
    database = await startThrowawayPostgres();
  });
  afterAll(() => database.stop());

  it('given answers of all sizes, several at once, when read, then they are what an ordinary pool reads', async () => {
    const [steady, plain] = [true, false].map((steadyPlans) => createPool({ url: database.url, max: 3, steadyPlans }));
    const ask = (pool: typeof steady, size: number, rows: number) =>
      pool!.query('SELECT i, md5(i::text) AS hash, repeat($1, $2) AS text FROM generate_series(1, $3) AS i', [
        'aé😀',
        size,
        rows,
      ]);
    const asked = [1, 100, 7_000, 9_500, 30_000, 200_000].flatMap((size) =>
      [1, 2, 40].map((rows) => [size, rows] as const),
    );
    const answers = await Promise.all(asked.map(([size, rows]) => ask(steady, size, size > 100_000 ? 2 : rows)));
    const expected = await Promise.all(asked.map(([size, rows]) => ask(plain, size, size > 100_000 ? 2 : rows)));
    expect(answers.map(({ rows }) => rows)).toEqual(expected.map(({ rows }) => rows));
    await Promise.all([steady!.end(), plain!.end()]);
  });

  it('given an answer of which the server ends the connection, when asked again, then another connection answers', async () => {
    const pool = createPool({ url: database.url, max: 1, steadyPlans: true });
    await expect(
      pool.query(`SELECT pg_terminate_backend(pg_backend_pid()), repeat('x', 100000) FROM generate_series(1, 100)`),
    ).rejects.toThrow();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

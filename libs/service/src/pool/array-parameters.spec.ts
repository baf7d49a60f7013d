import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { jsonbArray, textArray } from './array-parameters.js';
import { createPool } from './pool.js';

describe('arrays as parameters in the binary format', () => {
  let database: ThrowawayPostgres;
  let pool: ReturnType<typeof createPool>;
  beforeAll(async () => {
    database = await startThrowawayPostgres();
    pool = createPool({ url: database.url });
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  it('given any texts and NULLs, when PostgreSQL reads the parameter, then it holds each of them as it was', async () => {
    // PostgreSQL's texts hold no character 0
    const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '¿'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
        const { rows } = await pool.query('SELECT $1::text[] AS texts', [textArray(texts)]);
        expect(rows).toEqual([{ texts }]);
      }),
      { numRuns: 500 },
    );
  });

  it('given quotes, backslashes, line ends, no text and the word NULL, when PostgreSQL reads it, then texts are equal', async () => {
    const texts = ['"', '\\', 'a\nb\tc', 'NULL', '', '{}', ',', 'é😀', null, ' '];
    const { rows } = await pool.query('SELECT $1::text[] AS read, $2::text[] AS none', [
      textArray(texts),
      textArray([]),
    ]);
    expect(rows).toEqual([{ read: texts, none: [] }]);
  });

  it('given any JSON texts and NULLs, when read as jsonb, then values are equal', async () => {
    // jsonb holds no character 0 either, and no number that is beyond its own
    const value = fc.jsonValue({ stringUnit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(value, { nil: undefined })), async (values) => {
        const parameter = jsonbArray(values.map((one) => (one === undefined ? null : JSON.stringify(one))));
        const { rows } = await pool.query<{ read: unknown }>(
          'SELECT one AS read, one IS NULL AS absent FROM unnest($1::jsonb[]) WITH ORDINALITY AS row(one, n) ORDER BY n',
          [parameter],
        );
        expect(rows).toEqual(
          values.map((one) => ({
            read: JSON.parse(JSON.stringify(one ?? null)) as unknown,
            absent: one === undefined,
          })),
        );
      }),
      { numRuns: 300 },
    );
  });
});

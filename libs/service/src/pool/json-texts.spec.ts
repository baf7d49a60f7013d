import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { jsonTexts } from './json-texts.js';
import { createPool } from './pool.js';

describe('JSON texts as one parameter', () => {
  let database: ThrowawayPostgres;
  beforeAll(async () => {
    database = await startThrowawayPostgres();
  });
  afterAll(() => database.stop());

  it('given any JSON texts and nulls, when PostgreSQL reads the parameter, then it holds each of them as it was', async () => {
    const pool = createPool({ url: database.url });
    const text = fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
        const { rows } = await pool.query('SELECT $1::text[] AS texts', [jsonTexts(texts)]);
        expect(rows).toEqual([{ texts }]);
      }),
      { numRuns: 500 },
    );
    await pool.end();
  });

  it('given quotes, backslashes, line ends, lone surrogates and the word NULL, when read as jsonb, then values are equal', async () => {
    const pool = createPool({ url: database.url });
    const values = ['"', '\\', 'a\nb\tc', 'NULL', '{}', ',', 'é😀', { '\\"': [1, null, ' '] }];
    const parameter = jsonTexts(values.map((value) => JSON.stringify(value)));
    const { rows } = await pool.query('SELECT to_jsonb($1::jsonb[]) AS read', [parameter]);
    await pool.end();
    expect(rows).toEqual([{ read: values }]);
  });
});

import { fileURLToPath } from 'node:url';
import { createPool, migrate } from '@kalends/postgres';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
const before = ['20261121000000_availability', '20261121010000_busy_time'];
/** A block is 28 days, counted from 1970-01-01T00:00Z. */
const blockMs = 28 * 86_400_000;

let database: TestDatabase;
beforeAll(async () => void (database = await startTestDatabase()));
afterAll(() => database?.stop());

it('given busy time packed as float64, when migrated, then it is the same time as int32 seconds from its block', async () => {
  const pool = createPool({ url: database.url, schema: 'availability', max: 1 });
  await migrate({ pool, schema: 'availability', folders: [folder], only: before });
  const noon = Date.UTC(2026, 11, 1, 12);
  const times: Record<number, number[]> = {
    742: [
      noon,
      noon + 3_600_000,
      742 * blockMs,
      742 * blockMs,
      noon + 1_500,
      noon + 2_500,
      -62_135_596_800_000,
      8.64e15,
    ],
    0: [0, 1_000, -86_400_000, 86_400_000],
    [-1]: [-1, 1],
    743: [],
  };
  for (const [block, spans] of Object.entries(times)) {
    await pool.query(`INSERT INTO busy_block VALUES ('cal', $1, 'acc', $2, '', '[]')`, [
      Number(block),
      Buffer.from(new Float64Array(spans).buffer),
    ]);
  }

  await migrate({ pool, schema: 'availability', folders: [folder] });
  const { rows } = await pool.query<{ block: number; spans: Buffer }>(
    'SELECT block, spans FROM busy_block ORDER BY block',
  );
  await pool.end();

  const read = Object.fromEntries(
    rows.map(({ block, spans }) => [block, [...new Int32Array(new Uint8Array(spans).buffer)]]),
  );
  const from = (noon - 742 * blockMs) / 1_000;
  const farthest = 2 ** 31 - 1;
  expect(read).toEqual({
    742: [from, from + 3_600, 0, 0, from + 1, from + 3, -farthest, farthest],
    0: [0, 1, -86_400, 86_400],
    [-1]: [28 * 86_400 - 1, 28 * 86_400 + 1],
    743: [],
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOldLinks } from './delete-old-links.js';
import { createdOf, freeFrom, noon, startLinks, type Links } from './links.fixture.js';

let links: Links;
beforeAll(async () => void (links = await startLinks(freeFrom(noon, 4))));
afterAll(() => links.gateway.stop());

const day = 86_400_000;

it('given a link, when its last time was 90 days ago, then it is erased, and not sooner (SCH-9)', async () => {
  await createdOf(links.create());
  const { pool } = links.gateway.database;
  const lastTime = Date.UTC(2026, 10, 20, 17);
  const left = async () => (await pool.query('SELECT FROM booking_link')).rowCount;
  await deleteOldLinks(pool, lastTime + 90 * day);
  expect(await left()).toBe(1);
  await deleteOldLinks(pool, lastTime + 90 * day + 1);
  expect(await left()).toBe(0);
});

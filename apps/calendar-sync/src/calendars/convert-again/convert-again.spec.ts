import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { log, startGoogleEngine, type GoogleEngine } from '../../google-engine.fixture.js';
import { convertAgain } from './convert-again.js';

describe('local times after a change of time zone data', () => {
  let world: GoogleEngine;
  beforeEach(async () => {
    world = await startGoogleEngine();
    await world.google.others('POST', undefined, {
      id: 'aaaaa',
      summary: 'Dentist',
      start: { dateTime: '2026-12-10T17:00:00Z', timeZone: 'America/Vancouver' },
      end: { dateTime: '2026-12-10T18:00:00Z', timeZone: 'America/Vancouver' },
    });
    await convertAgain(world.engine.pool, '2025c', log);
    await world.engine.syncNow();
    // an hour earlier: what data of 2025 made of 17:00Z
    await world.engine.pool.query(`
      UPDATE event SET series = replace(series::text, 'T10:00:00', 'T09:00:00')::json,
        published = replace(published::text, 'T10:00:00', 'T09:00:00')::json`);
  });
  afterEach(() => world.stop());

  const stored = async () =>
    (
      await world.engine.pool.query<{ local: string }>(
        "SELECT published #>> '{series,master,start,local}' AS local FROM event",
      )
    ).rows.map(({ local }) => local);
  const wanted = async () =>
    (await world.engine.pool.query<{ n: number }>('SELECT rereads_wanted - rereads_done AS n FROM calendar')).rows[0]!
      .n;

  it('given an instant at Google, when the data change, then its local time follows at the next sync', async () => {
    await world.engine.syncNow();
    expect(await stored()).toEqual(['2026-12-10T09:00:00']);
    await convertAgain(world.engine.pool, '2026f', log);
    await world.engine.syncNow();
    expect(await stored()).toEqual(['2026-12-10T10:00:00']);
    expect(await wanted()).toBe(0);
  });

  it('given the data that were used before, when started again, then nothing is read again', async () => {
    await convertAgain(world.engine.pool, '2025c', log);
    expect(await wanted()).toBe(0);
  });
});

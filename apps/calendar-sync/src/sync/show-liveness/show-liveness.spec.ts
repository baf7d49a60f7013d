import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileRecord } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { ShowLiveness } from './show-liveness.worker.js';

describe('a deployment in which nothing happens', () => {
  let engine: Engine;
  let shows: ShowLiveness;
  beforeAll(async () => {
    const provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
    shows = new ShowLiveness({ pool: engine.pool, clock: engine.clock.now, onDone: () => undefined });
  });
  afterAll(() => engine.stop());

  const records = async () => (await engine.published()).filter((one): one is ProfileRecord => one.kind === 'profile');
  const shown = async (ms: number) => {
    engine.clock.advance(ms);
    const before = (await records()).length;
    await shows.round();
    return (await records()).slice(before);
  };

  it('given no profile that is confirmed, then nothing is published', async () => {
    expect(await shown(120_000)).toEqual([]);
  });

  it('AVL-27: given one, when nothing was published for a minute, then its record is, once a minute, as it was', async () => {
    const until = engine.clock.now() + 6 * 3_600_000;
    await engine.pool.query('UPDATE profile SET confirmed_until = $1', [until]);
    const before = (await records()).at(-1)!;
    const [first, ...more] = await shown(120_000);
    expect(more).toEqual([]);
    const published_at = toIso(engine.clock.now());
    const { confirmed_until: _until, ...shownBefore } = before;
    expect(first).toEqual({
      ...shownBefore,
      ...{ confirmed_until: toIso(until), published_at, revision: first!.revision },
    });
    expect(first!.revision).toBeGreaterThan(before.revision);
    expect(await shown(59_000)).toEqual([]);
    expect(await shown(2_000)).toMatchObject([{ profile_id: profileId }]);
  });

  it('given one whose confirmation has ended, then nothing is published', async () => {
    expect(await shown(6 * 3_600_000)).toEqual([]);
  });
});

// @module-tag long
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';

describe('a profile whose provider lists more calendars than are read', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new MemoryProvider();
    provider.list.length = 0;
    engine = await startEngine({ providerOf: () => provider });
  });
  afterEach(() => engine.stop());

  const list = (from: number, to: number) => {
    for (let n = from; n <= to; n += 1) {
      const href = `/${String(n).padStart(4, '0')}/`;
      provider.list.push({ href, name: `Calendar ${n}`, readonly: false, primary: n === to });
    }
  };
  const live = async () => {
    const sql = 'SELECT href FROM calendar WHERE NOT deleted ORDER BY href';
    return (await engine.pool.query<{ href: string }>(sql)).rows.map(({ href }) => href);
  };
  const profile = async () => (await engine.state()).get(profileId);

  it('given 503, then the primary one and the first 499 are read, and the profile states how many are not (CAL-7)', async () => {
    list(1, 503);
    provider.list.reverse();
    await engine.sync();
    const read = await live();
    expect([read.length, read[0], read[498], read[499]]).toEqual([500, '/0001/', '/0499/', '/0503/']);
    expect(await profile()).toMatchObject({ initial_sync: 'done', calendars_left_out: 3 });
  });

  it('given 499 that are known, when the provider lists others before and after them, then those stay, and one is added', async () => {
    list(101, 599);
    await engine.sync();
    const known = await live();
    expect(await profile()).not.toHaveProperty('calendars_left_out');
    list(1, 100);
    list(600, 700);
    for (const one of provider.list) one.primary = one.href === '/0101/';
    await engine.syncNow();
    expect(await live()).toEqual(['/0001/', ...known]);
    expect(await profile()).toMatchObject({ calendars_left_out: 200 });
    provider.list.splice(0, provider.list.length, ...provider.list.filter(({ href }) => href < '/0590/'));
    engine.clock.advance(600_000);
    await engine.syncNow();
    expect(await live()).toHaveLength(500);
    expect(await profile()).toMatchObject({ calendars_left_out: 89 });
  });
});

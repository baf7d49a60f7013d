import { afterAll, beforeAll, expect, it } from 'vitest';
import { channelFixture } from '../../channels.fixture.js';
import { startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';

let notifier: NotifierFixture;
beforeAll(async () => void (notifier = await startNotifierFixture()));
afterAll(() => notifier.stop());

it('given a profile, when it is erased, then nothing of it is remembered, whether its records arrived before or with that', async () => {
  const parts = channelFixture(notifier);
  const seen = async () => {
    const tables = ['seen_profile', 'seen_calendar', 'seen_event'];
    const counts = tables.map(async (name) => (await notifier.pool.query(`SELECT FROM ${name}`)).rowCount ?? 0);
    return Promise.all(counts);
  };
  await parts.handle(parts.profile(), parts.calendar(), parts.event('evt_1', 'Dentist'));
  expect(await seen()).toEqual([1, 1, 1]);
  const late = parts.event('evt_2', 'Later');
  const erased = parts.profile({ deleted: true, connected: false });
  await parts.handle(late, erased);
  expect(await seen()).toEqual([0, 0, 0]);
  await parts.handle(parts.profile(), parts.calendar());
  await parts.handle(erased);
  expect(await seen()).toEqual([1, 1, 0]);
});

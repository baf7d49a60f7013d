// @module-tag long
import { waitUntil } from '@kalends/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { objectOf } from './harness/browser-journey.js';
import { startEmbedded } from './harness/deployment.js';
import { bundleWithJotter, startJotter } from './harness/further-provider.js';
import { Kalends } from './harness/kalends.js';

const password = 'correct horse';
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A deployment with the provider of docs/providers.md, and its server with one event. */
async function start(how: { isRegistered: boolean }) {
  const { program, remove } = await bundleWithJotter(how);
  stops.push(remove);
  const jotter = await startJotter(password);
  stops.push(() => jotter.close());
  jotter.texts.set('theirs', objectOf('theirs', 'Theirs', '20261202T100000Z'));
  const { deployment, stop } = await startEmbedded({}, [], program);
  stops.push(stop);
  const kalends = new Kalends(deployment);
  const user = await kalends.user();
  const connect = (typed: string) =>
    kalends.admin<{ profile_id: string }>('POST', `/accounts/${user.sub}/profiles`, {
      provider_name: 'jotter',
      url: jotter.url,
      username: 'ada',
      password: typed,
    });
  return { kalends, user, jotter, connect };
}

describe('a provider added by the steps of docs/providers.md', () => {
  it('given its name, its folder and its line, when a user connects it, then events are read, written and deleted there', async () => {
    const { kalends, user, jotter, connect } = await start({ isRegistered: true });
    expect((await connect('wrong')).status).toBe(422);
    const connected = await connect(password);
    expect([connected.status, connected.body]).toMatchObject([201, { provider_name: 'jotter' }]);
    const summaries = async () =>
      (await kalends.events<{ summary: string }>(user.access_token, 'tzid=Etc/UTC&from=2026-11-30&to=2026-12-31')).map(
        ({ summary }) => summary,
      );
    await waitUntil(async () => (await summaries()).includes('Theirs'), { what: 'the first sync' });

    const { body } = await kalends.get<{ calendars: { provider_name: string; calendar_id: string }[] }>(
      user.access_token,
      '/v1/calendars',
    );
    const { calendar_id } = body.calendars.find(({ provider_name }) => provider_name === 'jotter')!;
    const at = { start: '2026-12-03T10:00:00Z', end: '2026-12-03T11:00:00Z' };
    const write = { event_id: 'ours', summary: 'Ours', ...at };
    expect((await kalends.upsert({ ...user, calendar_id }, write)).status).toBe(202);
    const written = () => [...jotter.texts.values()].filter((text) => text.includes('SUMMARY:Ours'));
    await waitUntil(() => written().length === 1, { what: 'the write' });

    jotter.texts.delete('theirs');
    await waitUntil(async () => !(await summaries()).includes('Theirs'), { what: 'the deletion there' });
    expect(await summaries()).toEqual(['Ours']);
  }, 300_000);

  it('given no line in the registry, when a user connects it, then there is no such provider', async () => {
    const { connect } = await start({ isRegistered: false });
    expect((await connect(password)).status).not.toBe(201);
  }, 300_000);
});

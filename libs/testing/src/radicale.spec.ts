import { beforeEach, describe, expect, it } from 'vitest';
import { skipFor } from './corpus.js';
import { missingForRadicale, startRadicale } from './radicale.js';

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('a Radicale for one test', () => {
  beforeEach((context) => {
    const missing = missingForRadicale();
    if (missing !== undefined) skipFor(context, missing);
  });

  it('given users, when it is killed and restarted, then its data remains and only they have access', async () => {
    const radicale = await startRadicale({ users: { ada: 'first' } });
    const url = `${radicale.url}ada/home/`;
    const made = await fetch(url, { method: 'MKCALENDAR', headers: basic('ada', 'first') });
    await radicale.stopHard();
    await radicale.restart();
    const before = await fetch(url, { method: 'PROPFIND', headers: basic('ada', 'first') });
    await radicale.setUsers({ ada: 'second' });
    const after = await fetch(url, { method: 'PROPFIND', headers: basic('ada', 'first') });
    await radicale.stop();
    expect([made.status, before.status, after.status]).toEqual([201, 207, 401]);
  }, 60_000);
});

import { afterEach, describe, expect, it } from 'vitest';
import { allInOneSettings } from './config.js';
import { startSimulator, wantsSimulator, withSimulator } from './simulated-providers.js';

const settings = (env: Record<string, string> = {}) => allInOneSettings.parse(env);
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const database = { DATABASE_URL: 'postgresql://u@127.0.0.1/kalends' };

describe('whether Google and Microsoft are played', () => {
  it.each([
    ['nothing', {}, true],
    ['a public address', { PUBLIC_URL: 'https://calendar.example.com' }, false],
    ['all addresses of the machine', { HOST: '0.0.0.0' }, false],
    ['a client of Google', google, false],
    ['a database and so no demo', database, false],
    ['no demo', { DEMO: 'false' }, false],
    ['that they are not', { SIMULATOR: 'false' }, false],
    ['that they are, without a demo', { ...database, SIMULATOR: 'true' }, true],
    ['that they are, and a client of Google', { ...google, SIMULATOR: 'true' }, false],
    ['that they are, at a public address', { SIMULATOR: 'true', PUBLIC_URL: 'https://calendar.example.com' }, false],
  ])('given settings with %s, then %o leads to %s', (_, env, expected) =>
    expect(wantsSimulator(settings(env as Record<string, string>))).toBe(expected),
  );

  it('then all addresses of both are its own, and it notifies the gateway', () => {
    const { GOOGLE_CLIENT_ID, ...others } = withSimulator(settings({ PORT: '3210' }), 'http://127.0.0.1:4999');
    expect(GOOGLE_CLIENT_ID).toBe('simulator');
    const addresses = Object.entries(others).filter(([name]) => /^(GOOGLE|MICROSOFT)_.*_URL$/.test(name));
    expect(addresses).toHaveLength(9);
    for (const [name, url] of addresses)
      expect(url).toMatch(
        name.includes('NOTIFICATION') ? /^http:\/\/127\.0\.0\.1:3210\/v1\// : /^http:\/\/127\.0\.0\.1:4999/,
      );
  });
});

describe('the simulator in a thread', () => {
  const started: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(started.splice(0).map((one) => one.close())));

  it(
    'given its port in use, then it takes another; given its end, then it no longer answers',
    { timeout: 60_000 },
    async () => {
      const start = async (env: Record<string, string>) => {
        const running = await startSimulator(settings(env));
        started.push(running);
        return running;
      };
      const one = await start({ SIMULATOR_PORT: '0' });
      const two = await start({ SIMULATOR_PORT: new URL(one.url).port });
      expect(two.url).not.toBe(one.url);
      for (const { url } of [one, two]) {
        const { calendars } = (await (await fetch(`${url}/control/state`)).json()) as { calendars: { events: [] }[] };
        expect(calendars.flatMap(({ events }) => events).length).toBeGreaterThan(8);
      }
      await one.close();
      await expect(fetch(one.url)).rejects.toThrow();
    },
  );
});

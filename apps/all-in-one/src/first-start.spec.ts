import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { roundsOf, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../tools/bounds/bound-ms.mjs';
import { Installation, isAlive, shell, type Started } from './installation.fixture.js';

const read = async (base: string, token: string, path = '/v1/events?tzid=Etc/UTC') => {
  const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as { events: { event_id?: string }[] } };
};

/** The printed commands, with continued lines joined. */
const curlsOf = (stdout: string) =>
  stdout
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('curl '));

describe('a first start and later ones', () => {
  let installation: Installation;
  let first: Started;

  beforeAll(async () => {
    installation = await Installation.create();
    first = await installation.start();
  });
  afterAll(() => installation.remove());

  it('given an empty directory, when started, then it responds in time', () => {
    console.log(`first start: ${Math.round(first.took)} ms (bound 15,000)`);
    expect(first.took).toBeLessThan(boundMs(30_000));
  });

  it('given the demo, when its file is read, then it is complete and only its owner may read it', () => {
    const demo = installation.demo();
    const names = [
      'base_url',
      'admin_key',
      'client_id',
      'client_secret',
      'sub',
      'access_token',
      'refresh_token',
      'calendar_id',
    ];
    const { smtp_port, ...texts } = demo as unknown as Record<string, unknown>;
    expect(smtp_port).toBeTypeOf('number');
    expect(Object.keys(texts).sort()).toEqual([...names].sort());
    expect(Object.values(texts).every((value) => typeof value === 'string' && value.length > 8)).toBe(true);
    expect(demo.base_url).toBe(installation.base);
    expect((statSync(join(installation.dataDir, 'demo.json')).mode & 0o777).toString(8)).toBe('600');
  });

  it('given the three printed commands, when pasted into a shell, then each works', async () => {
    const { access_token, refresh_token, client_secret, admin_key } = installation.demo();
    for (const secret of [access_token, refresh_token, client_secret, admin_key])
      expect(first.stdout()).not.toContain(secret);
    const curls = curlsOf(first.stdout());
    expect(curls).toHaveLength(3);
    const [calendars, events, written] = curls.map((line) => shell(line.replace('curl ', 'curl -sS ')));
    expect(JSON.parse(calendars!)).toMatchObject({ calendars: [{ calendar_id: installation.demo().calendar_id }] });
    expect((JSON.parse(events!) as { events: unknown[] }).events.length).toBeGreaterThan(3);
    expect(written).toMatch(/^HTTP\/1\.1 202/);
    const { body } = await read(installation.base, installation.demo().access_token);
    expect(body.events.map(({ event_id }) => event_id)).toContain('my-first');
  });

  it(
    'given a port that is in use, when a second instance starts, then it prints one clear line and exits with code 1',
    { tags: 'long' },
    async () => {
      const other = await Installation.create();
      const ended = await other.run({ PORT: String(installation.port) });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain(
        `kalends could not start: PORT ${installation.port} on HOST 127.0.0.1 is in use by another program\n`,
      );
      expect(other.processes()).toEqual([]);
      await other.remove();
    },
  );

  it(
    'given a data directory that is in use, when a second instance starts on it, then it reports that and does not disturb the first',
    { tags: 'long' },
    async () => {
      const ended = await installation.run({ PORT: '0' });
      expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('already uses the data directory')]);
      expect((await read(installation.base, installation.demo().access_token)).status).toBe(200);
    },
  );
});

describe('what a start shows', () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await Installation.create();
    return () => installation.remove();
  });

  it('given a first start, when it is ready, then demo.json is there, and the landing page shows its values', async () => {
    const statuses = new Set<number>();
    const ready = waitUntil(
      async () => {
        const answer = await fetch(`${installation.base}/health/ready`).catch(() => undefined);
        if (answer) statuses.add(answer.status);
        return answer?.status === 200;
      },
      { timeout: 60_000, interval: 5, what: 'ready' },
    ).then(() => existsSync(join(installation.dataDir, 'demo.json')));
    await installation.start();
    expect([await ready, [...statuses]]).toEqual([true, [503, 200]]);
    const page = await fetch(installation.base, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain(installation.demo().access_token);
  });

  it(
    'given a terminal, when started, then a few lines say where to begin, with a link to the console that works once: one about migrations, no log, no token',
    { tags: 'long' },
    async () => {
      const { stdout } = await installation.start({ LOG_FORMAT: 'pretty', LOG_LEVEL: 'info' });
      await installation.stop();
      const lines = stdout()
        .split('\n')
        .filter((line) => line.trim() !== '');
      expect(lines).toEqual([
        expect.stringMatching(/^Kalends starts/),
        expect.stringMatching(/^Database prepared: \d+ migrations applied$/),
        `Kalends answers at ${installation.base} (Ctrl-C stops it)`,
        expect.stringContaining(`${installation.base}/`),
        expect.stringMatching(/^ {2}Console {5}http:\/\/127\.0\.0\.1:\d+\/console#sign-in=[\w-]{40}$/),
        expect.stringContaining('signs in once'),
        expect.stringContaining('Connect a calendar'),
        expect.stringContaining('npm run example'),
        expect.stringContaining(join(installation.dataDir, 'demo.json')),
      ]);
      const again = await installation.start({ LOG_FORMAT: 'pretty', LOG_LEVEL: 'info' });
      expect(again.stdout()).not.toContain('migrations');
    },
  );
});

/** Each stops and starts everything again: every signal at night. */
const signals = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).slice(
  0,
  roundsOf('KALENDS_SIGNALS', { usual: 1, nightly: 3 }),
);

describe('stopping and starting again', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.create();
    await installation.start();
  });
  afterAll(() => installation.remove());

  it.each(signals)(
    'given %s, when it ends, then with code 0 and without PostgreSQL; the next start is quick, with a fresh token',
    { tags: 'long', timeout: 90_000 },
    async (signal) => {
      const server = installation.postgres()!.pid;
      const earlier = installation.demo();

      expect(await installation.stop(signal)).toBe(0);
      expect(isAlive(server)).toBe(false);

      let { took } = await installation.start();
      // the machine may be busy for a while: only the quickest of three counts
      for (let again = 0; again < 2 && took >= 10_000; again += 1) {
        await installation.stop(signal);
        took = Math.min(took, (await installation.start()).took);
      }
      console.log(`start on existing data: ${Math.round(took)} ms (bound 5,000)`);
      expect(took).toBeLessThan(boundMs(10_000));
      const demo = installation.demo();
      expect(demo.access_token).not.toBe(earlier.access_token);
      // SMTP_PORT is 0 here: each start listens on another one
      const renewed = { access_token: '', smtp_port: expect.any(Number) as number };
      expect({ ...demo, access_token: '' }).toEqual({ ...earlier, ...renewed });
      const statuses = await Promise.all(
        [earlier, demo].map(({ access_token }) => read(installation.base, access_token)),
      );
      expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    },
  );

  it(
    'given PostgreSQL that dies, when it has ended, then the program reports that and ends with code 1',
    { tags: 'long' },
    async () => {
      await installation.stop();
      const { child, stderr } = await installation.start();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(installation.postgres()!.pid, 'SIGKILL');
      expect(await ended).toBe(1);
      expect(stderr()).toContain('the embedded PostgreSQL has ended');
    },
  );

  it(
    'given a signal during the start, when it ends, then no PostgreSQL is left running',
    { tags: 'long' },
    async () => {
      const starting = installation.start().catch(() => undefined);
      await waitUntil(() => (installation.postgres() ? isAlive(installation.postgres()!.pid) : false), {
        timeout: 60_000,
        interval: 5,
      });
      const server = installation.postgres()!.pid;
      expect(await installation.stop('SIGINT')).toBe(0);
      await starting;
      expect(isAlive(server)).toBe(false);
    },
  );
});

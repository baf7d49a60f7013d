// @module-tag long
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Installation } from './installation.fixture.js';

/** A location that the database's own user can reach, so that everything is below DATA_DIR. */
const reachable = () => {
  const root = mkdtempSync(join(tmpdir(), 'kalends-copy-'));
  chmodSync(root, 0o755);
  return root;
};

let first: Installation;
let second: Installation;
beforeAll(async () => {
  first = await Installation.create(reachable());
  second = await Installation.create(reachable());
});
afterAll(async () => {
  await first?.remove();
  await second?.remove();
});

it('given a stopped installation, when its DATA_DIR is copied, then the copy has the data of that moment, unaffected by later writes', async () => {
  const write = async (installation: Installation, id: string) => {
    const { access_token, calendar_id } = installation.demo();
    const answer = await fetch(`${installation.base}/v1/calendars/${calendar_id}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ event_id: id, summary: id, start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' }),
    });
    expect(answer.status).toBe(202);
  };
  const own = async (installation: Installation) => {
    const headers = { authorization: `Bearer ${installation.demo().access_token}` };
    const answer = await fetch(`${installation.base}/v1/events?tzid=Etc/UTC&from=2026-12-01&to=2026-12-02`, {
      headers,
    });
    return ((await answer.json()) as { events: { event_id?: string }[] }).events
      .map(({ event_id }) => event_id)
      .filter((id) => id?.startsWith('own-'));
  };
  await first.start();
  await write(first, 'own-before');
  expect(await first.stop()).toBe(0);
  execFileSync('cp', ['-Rp', first.dataDir, second.dataDir]);
  await first.start();
  await write(first, 'own-after');

  await second.start();
  expect(await own(second)).toEqual(['own-before']);
  await write(second, 'own-later');
  expect((await own(second)).sort()).toEqual(['own-before', 'own-later']);
  expect((await own(first)).sort()).toEqual(['own-after', 'own-before']);
  expect(second.demo().sub).toBe(first.demo().sub);
}, 120_000);

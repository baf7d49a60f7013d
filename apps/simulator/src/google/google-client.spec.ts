import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { missingForPython, python, skipFor } from '@kalends/testing';
import { expect, it } from 'vitest';
import { startSeeded } from '../simulator.fixture.js';

const program = join(import.meta.dirname, 'clients/google-client.py');

it('given Google’s own Python client, when it drives the simulated Google, then it succeeds', async (context) => {
  const missing = missingForPython('googleapiclient', 'google-api-python-client==2.202.0');
  if (missing) return skipFor(context, missing);
  const { url, close, grant, control } = await startSeeded();
  await control('seed', {
    users: [{ email: 'ada@example.com', admin: true }, { email: 'grace@example.com' }],
    calendars: [
      { email: 'ada@example.com', id: 'ada@example.com', summary: 'Home', primary: true, timeZone: 'Europe/London' },
      { email: 'ada@example.com', id: 'team', summary: 'Team' },
    ],
  });
  try {
    const env = { ...process.env, SIMULATOR_URL: url, SIMULATOR_TOKEN: grant.access_token };
    const { stdout } = await promisify(execFile)(python(), [program], { env });
    expect(JSON.parse(stdout)).toEqual({
      calendars: ['Home', 'Team'],
      patched: ['Lunch', 'Hall'],
      instances: ['2026-12-01T12:00:00Z', '2026-12-02T12:00:00Z', '2026-12-03T12:00:00Z'],
      second_page: 1,
      busy: [{ start: '2026-12-01T12:00:00Z', end: '2026-12-01T13:00:00Z' }],
      changed: [[true, 'cancelled']],
      quick: ['Review', '2027-06-03T10:00:00+01:00', '2027-06-03T12:00:00+01:00'],
      rules: [
        ['user:ada@example.com', 'owner'],
        ['user:grace@example.com', 'writer'],
      ],
      rule: 'reader',
      channels: ['rules', 'list', 'settings', 'events'],
      owner: 'grace@example.com',
      batched: ['Moved', 404, 'Batched'],
      refused: [404, 'notFound'],
    });
  } finally {
    await close();
  }
});

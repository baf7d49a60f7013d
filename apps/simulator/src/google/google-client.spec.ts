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
  const { url, close, grant } = await startSeeded();
  try {
    const env = { ...process.env, SIMULATOR_URL: url, SIMULATOR_TOKEN: grant.access_token };
    const { stdout } = await promisify(execFile)(python(), [program], { env });
    expect(JSON.parse(stdout)).toEqual({
      calendars: ['Home'],
      patched: ['Lunch', 'Hall'],
      instances: ['2026-12-01T12:00:00Z', '2026-12-02T12:00:00Z', '2026-12-03T12:00:00Z'],
      second_page: 1,
      busy: [{ start: '2026-12-01T12:00:00Z', end: '2026-12-01T13:00:00Z' }],
      changed: [[true, 'cancelled']],
      refused: [404, 'notFound'],
    });
  } finally {
    await close();
  }
});

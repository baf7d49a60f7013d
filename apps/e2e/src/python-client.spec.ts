import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { missingForPython, python, skipFor } from '@kalends/testing';
import { expect, it } from 'vitest';
import { e2e } from './harness/kalends.js';

const program = join(import.meta.dirname, 'clients/python-client.py');

e2e('the Python client on the built-in calendar', (kalends) => {
  it('given an application written with it, when only the address is changed, then all its calls work as documented, with the user’s token for several people too (AVL-1)', async (context) => {
    const missing = missingForPython('pycronofy', 'pycronofy==2.1.1');
    if (missing) return skipFor(context, missing);
    const { application, ...account } = await kalends().user();
    const { sub, calendar_id } = account;
    const { sub: colleague } = await kalends().account(application);
    const user = JSON.stringify({ ...account, ...application, colleague });
    const env = { ...process.env, KALENDS_URL: kalends().deployment.baseUrl, KALENDS_USER: user };

    const { stdout } = await promisify(execFile)(python(), [program], { env });

    expect(JSON.parse(stdout)).toEqual({
      account: sub,
      userinfo: sub,
      profiles: ['kalends'],
      calendars: [calendar_id],
      events: [
        ['timed', 'Timed', '2026-12-01T10:00:00+00:00', '2026-12-01T11:00:00+00:00'],
        ['day', 'Day', '2026-12-02', '2026-12-03'],
      ],
      free_busy: [['2026-12-01T10:00:00Z', 'busy']],
      paged: 122,
      after_delete_all: [],
      after_batch: ['batched'],
      channel_listed: true,
      channels_after_close: 0,
      invite_text: 'BEGIN:VCALENDAR',
      invite_status: 'pending',
      invite_method: 'cancel',
      availability: [{ start: '2026-12-07T08:00:00Z', end: '2026-12-07T18:00:00Z', participants: [{ sub }] }],
      together: [sub, colleague],
      sequenced: '2026-12-07T08:00:00Z',
      room: 'apc_',
    });
  });
});

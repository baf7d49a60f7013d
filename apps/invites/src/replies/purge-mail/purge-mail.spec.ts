import { createLogger } from '@kalends/service-runtime';
import { expect, it } from 'vitest';
import { startInvitesFixture } from '../../invites.fixture.js';
import { purgeMail } from './purge-mail.worker.js';

const day = 86_400_000;

it('given mail that belongs to no invite, when it is older than the retention, then it is deleted and the rest stays', async () => {
  const { pool, clock, stop } = await startInvitesFixture();
  const add = (reason: string, receivedAt: number) =>
    pool.query("INSERT INTO unmatched_mail (reason, raw, received_at) VALUES ($1, 'text', $2)", [reason, receivedAt]);
  await add('too old', clock.now() - 30 * day - 1);
  await add('just kept', clock.now() - 30 * day);
  const log = createLogger({ service: 'invites', level: 'silent' });
  expect(await purgeMail({ pool, clock: clock.now, log, retentionDays: 30 })).toBe(0);
  const { rows } = await pool.query<{ reason: string }>('SELECT reason FROM unmatched_mail');
  expect(rows).toEqual([{ reason: 'just kept' }]);
  await stop();
});

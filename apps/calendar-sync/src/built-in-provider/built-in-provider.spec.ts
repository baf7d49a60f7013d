import { fileURLToPath } from 'node:url';
import { createPool, migrate } from '@kalends/service';
import { startTestDatabase } from '@kalends/testing';
import { providerConformance, type ProviderWorld } from '../provider/provider.conformance.js';
import { BuiltInProvider } from './built-in-provider.js';

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

async function start(): Promise<ProviderWorld> {
  const database = await startTestDatabase();
  const pool = createPool({ url: database.url, schema: 'calendar_sync' });
  await migrate({ pool, schema: 'calendar_sync', folders: [migrations] });
  await pool.query(
    `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, own_addresses, default_tzid, connected,
                          initial_sync, revision)
     VALUES ('pro_1', 'acc_1', 'kalends', 'Ada', '{}', 'Etc/UTC', true, 'done', 0)`,
  );
  await pool.query(
    `INSERT INTO calendar (calendar_id, profile_id, account_id, href, name, readonly, is_primary, tzid, synced, freshness,
                           revision)
     VALUES ('cal_1_1', 'pro_1', 'acc_1', 'cal_1_1', 'Home', false, true, 'Etc/UTC', true, 'fresh', 0)`,
  );
  const store = async (href: string, object: string | null) => {
    await pool.query(
      `INSERT INTO built_in_object VALUES ('cal_1_1', $1, 'acc_1', md5(random()::text), $2, nextval('built_in_change'))
       ON CONFLICT (calendar_href, href) DO UPDATE
       SET etag = excluded.etag, object = excluded.object, changed = excluded.changed`,
      [href, object],
    );
    return href;
  };
  const provider = new BuiltInProvider(pool, { accountId: 'acc_1', profileId: 'pro_1' });
  return {
    provider,
    calendar: (await provider.calendars())[0]!,
    others: {
      put: store,
      putMany: async (objects) => {
        for (const [name, object] of objects) await store(name, object);
      },
      read: async (href) =>
        (await pool.query<{ object: string }>('SELECT object FROM built_in_object WHERE href = $1', [href])).rows[0]!
          .object,
      remove: async (href) => void (await store(href, null)),
    },
    stop: async () => {
      await pool.end();
      await database.stop();
    },
  };
}

providerConformance('that we are ourselves', start);

/** A replica that only writes, in a process that a test kills: `node crash-child.fixture.mjs <database> <CalDAV address>`. */
import process from 'node:process';
import { createEgress } from '@kalends/security';
import { createLogger } from '@kalends/service-runtime';
import { createPool } from '@kalends/postgres';
import { CaldavProvider, createDavFetch } from '@kalends/provider-caldav/sync';
import { WriteToProvider } from '../../../dist/writes/write-to-provider/write-to-provider.worker.js';

const [, , databaseUrl, url] = process.argv;
const pool = createPool({ url: databaseUrl, schema: 'calendar_sync' });
const egress = createEgress({ allowNetworks: ['127.0.0.0/8'], timeoutMs: 60_000 });
const fetch = createDavFetch(egress, { timeoutMs: 60_000, maxBodyBytes: 1_048_576 });
let discovered;
const memory = { get: () => discovered, set: (found) => (discovered = found) };
const account = { providerName: 'caldav', url, username: 'ada', password: 'secret', fetch };
const writer = new WriteToProvider({
  pool,
  providerOf: () => new CaldavProvider(account, memory),
  clock: () => Number.MAX_SAFE_INTEGER,
  log: createLogger({ service: 'calendar-sync', level: 'silent' }),
  onDone: () => undefined,
});
await writer.round();
await writer.drained();

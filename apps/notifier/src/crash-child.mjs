/**
 * notifier and the outbox of invites in a process that a test kills, on the embedded bus: `node crash-child.mjs <database
 * URL> <key in hex>`. A line on its stdin means that something was added to the outbox.
 */
import process from 'node:process';
import { openEmbeddedTransport } from '@kalends/messaging';
import { createPool } from '@kalends/postgres';
import { startNotifier } from '../dist/service.js';

const [, , url, key] = process.argv;
const transport = await openEmbeddedTransport({ connectionString: url });
const relay = transport.relay({ pool: createPool({ url, schema: 'invites', max: 1 }) });
relay.start();
process.stdin.on('data', () => relay.wake());
await startNotifier(
  {
    HOST: '127.0.0.1',
    PORT: null,
    DATABASE_URL: url,
    DATABASE_POOL: 5,
    ENCRYPTION_KEY: [Buffer.from(key, 'hex')],
    ALLOW_NETWORKS: ['127.0.0.0/8'],
    LOG_LEVEL: 'error',
  },
  transport,
);
process.stdout.write('ready\n');

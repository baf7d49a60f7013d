// notifier and the outbox of invites, in their own process on the embedded bus: node notifier-process.mjs <database URL>
// <key in hex>. A line on stdin means that the outbox has a new message.
import process from 'node:process';
import { openEmbeddedTransport } from '@kalends/messaging';
import { startNotifier } from '@kalends/notifier';
import { createPool } from '@kalends/postgres';

const [, , url, key] = process.argv;
const transport = await openEmbeddedTransport({ connectionString: url });
const pool = createPool({ url, schema: 'invites', max: 1 });
const relay = transport.relay({ pool });
relay.start();
process.stdin.on('data', () => relay.wake());
const service = await startNotifier(
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
process.on('SIGTERM', async () => {
  await service.close();
  await relay.stop();
  await pool.end();
  await transport.close();
  process.exit(0);
});

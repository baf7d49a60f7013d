// notifier alone, in a process of its own over the embedded bus: node notifier-process.mjs <database URL> <key in hex>.
import process from 'node:process';
import { createEmbeddedTransport } from '@kalends/messaging';
import { startNotifier } from '@kalends/notifier';

const [, , url, key] = process.argv;
const transport = createEmbeddedTransport({ connectionString: url, poolSize: 4, pollMs: 20 });
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
  await transport.close();
  process.exit(0);
});

/** notifier in a process that a test kills, over the embedded bus: `node crash-child.mjs <database URL> <key in hex>`. */
import process from 'node:process';
import { createEmbeddedTransport } from '@kalends/messaging';
import { startNotifier } from '../dist/service.js';

const [, , url, key] = process.argv;
const transport = createEmbeddedTransport({ connectionString: url, poolSize: 4, pollMs: 20 });
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

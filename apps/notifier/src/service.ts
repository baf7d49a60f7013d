import { fileURLToPath } from 'node:url';
import { startBusService, type RunningService, type Transport } from '@kalends/messaging';
import type { Logger } from '@kalends/service';
import type { NotifierConfig } from './config.js';
import { NotifierModule } from './module.js';

export { notifierSettings, type NotifierConfig } from './config.js';

/** Starts notifier: its schema, its place on the bus, its health. */
export function startNotifier(
  config: NotifierConfig,
  transport: Transport,
  options: { log?: Logger } = {},
): Promise<RunningService> {
  return startBusService({
    service: 'notifier',
    config,
    transport,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    contracts: [],
    log: options.log,
    build: () => ({ module: NotifierModule }),
  });
}

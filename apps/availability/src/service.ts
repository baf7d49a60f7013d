import { fileURLToPath } from 'node:url';
import { startBusService, type RunningService, type Transport } from '@kalends/messaging';
import type { Logger } from '@kalends/service';
import type { AvailabilityConfig } from './config.js';
import { AvailabilityModule } from './module.js';

export { availabilitySettings, type AvailabilityConfig } from './config.js';

/** Starts availability: its schema, its place on the bus, its health. */
export function startAvailability(
  config: AvailabilityConfig,
  transport: Transport,
  options: { log?: Logger } = {},
): Promise<RunningService> {
  return startBusService({
    service: 'availability',
    config,
    transport,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    contracts: [],
    log: options.log,
    build: () => ({ module: AvailabilityModule }),
  });
}

import type { ServiceName } from '@kalends/contracts';
import { collectWith, metrics } from '@kalends/service-runtime';
import type { MessagingServer } from '../core/nest/server.js';
import type { Transport } from '../transport.js';

/** Keeps the gauge of what a service has not handled yet, per topic that it takes; returns how to end that. */
export function watchLag(
  service: ServiceName,
  transport: Pick<Transport, 'lag'>,
  server: Pick<MessagingServer, 'topics'>,
): () => void {
  return collectWith(async () => {
    await Promise.all(
      server.topics.map(async (topic) => {
        metrics.consumerLag.set({ service, topic }, await transport.lag(service, topic));
      }),
    );
  });
}

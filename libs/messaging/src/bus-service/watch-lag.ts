import type { ServiceName } from '@kalends/topics';
import { collectWith, metrics } from '@kalends/service-runtime';
import type { MessagingServer } from '../core/nest/server.js';
import type { Transport } from '../transport.js';

/** Updates the gauge of a service's lag per topic that it consumes; returns a function that stops it. */
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

import type { ServiceName } from '@kalends/contracts';
import { collectWith, metrics } from '@kalends/service';
import type { MessagingServer } from '../nest/server.js';
import type { Positions, Transport } from '../transport.js';

const lagOf = (ends: Positions, positions: Positions) =>
  Object.entries(ends).reduce((sum, [partition, end]) => sum + Math.max(0, end - (positions[partition] ?? 0)), 0);

/** Keeps the gauge of what a service has not handled yet, per topic that it takes; returns how to end that. */
export function watchLag(
  service: ServiceName,
  transport: Pick<Transport, 'ends' | 'positions'>,
  server: Pick<MessagingServer, 'topics'>,
): () => void {
  return collectWith(async () => {
    await Promise.all(
      server.topics.map(async (topic) => {
        const [ends, positions] = await Promise.all([transport.ends(topic), transport.positions(service, topic)]);
        metrics.consumerLag.set({ service, topic }, lagOf(ends, positions));
      }),
    );
  });
}

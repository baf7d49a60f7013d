import { services, type ServiceName } from '@kalends/topics';

/** The topic on which a service receives the replies to its requests. */
export const replyTopicOf = (service: ServiceName): string => `${service}.event.reply.v1`;

/** What a transport creates for replies: one topic per service. */
export function replyTopics(partitions: number) {
  return services.map((service) => ({
    name: replyTopicOf(service),
    retention: 'delete' as const,
    partitions,
    retentionMs: 3_600_000,
    maxMessageBytes: 8 * 1024 * 1024,
  }));
}

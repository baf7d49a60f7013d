import type { z } from 'zod';

export const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'] as const;
export type ServiceName = (typeof services)[number];

/**
 * One Kafka topic, declared by the service that owns it. Name: `<owner>.<event|command|query>.<name>.v<major>`. `key`
 * is the aggregate id (used for compaction); `lane` is the unit of order, from which the partition is chosen: by
 * default the key. `retention: 'compact'` makes it a state topic. `unknownKinds`: what a consumer does with a message
 * whose kind, or whose value of an enumeration, only a newer release knows. It skips those of a state topic, which a
 * rebuild reads again after the upgrade, and refuses others: as dead letters to replay after the upgrade, or as refused
 * requests.
 */
export interface TopicContract<Body, Reply = undefined> {
  readonly name: string;
  readonly owner: ServiceName;
  readonly kind: 'event' | 'command' | 'query';
  readonly retention: 'compact' | 'delete';
  readonly partitions: number;
  readonly maxMessageBytes: number;
  readonly unknownKinds: 'skip' | 'refuse';
  readonly schema: z.ZodType<Body>;
  readonly key: (body: Body) => string;
  readonly lane: (body: Body) => string;
  readonly example: Body;
  readonly reply?: z.ZodType<Reply>;
  readonly exampleReply?: Reply;
}

type Declaration<Body, Reply> = Pick<TopicContract<Body, Reply>, 'name' | 'schema' | 'key' | 'example'> &
  Partial<Omit<TopicContract<Body, Reply>, 'owner' | 'kind'>>;

const pattern = /^(gateway|calendar-sync|invites|availability|notifier)\.(event|command|query)\.[a-z-]+\.v\d+$/;

/** Declares a topic; owner and kind are derived from its name. Throws if the name does not follow the pattern. */
export function topic<Body, Reply = undefined>(declaration: Declaration<Body, Reply>): TopicContract<Body, Reply> {
  const parts = pattern.exec(declaration.name);
  if (!parts) throw new Error(`topic name ${declaration.name} is not <owner>.<kind>.<name>.v<major>`);
  return {
    retention: 'delete',
    partitions: 6,
    maxMessageBytes: 1_048_576,
    unknownKinds: declaration.retention === 'compact' ? 'skip' : 'refuse',
    lane: declaration.key,
    ...declaration,
    owner: parts[1] as ServiceName,
    kind: parts[2] as TopicContract<Body>['kind'],
  };
}

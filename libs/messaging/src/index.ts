export * from './transport.js';
export * from './log.js';
export * from './migrations.js';
export { message, tombstone, bytesOf, header, type OutgoingMessage } from './envelope/envelope.js';
export * from './errors/errors.js';
export { isTransient, type Verdict } from './errors/sort.js';
export { Ask, LeftBehind, Tell, TellBatch, type Delivered } from './nest/decorators.js';
export { MessageContext } from './nest/message-context.js';
export { MessagingClient } from './ask/client.js';
export { sqlOf, sqlOfPrisma, type Sql } from './sql/sql.js';
export { addToOutbox, outboxInsert, waitingInOutbox, type OutboxInsert } from './outbox/outbox.js';
export type { OutboxRelay, OutboxRelayOptions, Waiting } from './outbox/relay.js';
export { firstReceived, once, receivedBefore, topicRetentionMs } from './inbox/inbox.js';
export { deadLetters, eraseDeadLetters } from './dead-letter/dead-letter.js';
export { byKind, newest } from './rebuild/state-records.js';
export { applyByAccount, applyDelivered, distrustHeld, sweepHeld, type HeldState } from './rebuild/held-state.js';
export { createRebuilder } from './rebuild/rebuilder.js';
export { createRequestedWork } from './rebuild/requested-work.js';
export { rebuilds, type RebuildProgress } from './rebuild/requests.js';
export { replyTopicOf } from './reply-topics.js';
export { openEmbeddedTransport } from './embedded/transport.js';
export { createKafkaTransport } from './kafka/transport.js';
export { openParticipant, schemaOf, type Participant } from './participant/participant.js';
export {
  startBusService,
  type BusServiceConfig,
  type BusServiceParts,
  type RunningService,
} from './participant/bus-service.js';
export { joinBus } from './participant/join-bus.js';
export { watchLag } from './participant/watch-lag.js';
export { kafkaOptionsOf } from './participant/kafka-options.js';

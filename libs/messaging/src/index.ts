export * from './transport.js';
export * from './core/log.js';
export * from './migrations.js';
export { header, message, tombstone, type OutgoingMessage } from './core/envelope/envelope.js';
export * from './core/errors/errors.js';
export { isTransient } from './core/errors/sort.js';
export { OnRequest, Unhandled, OnMessage, OnMessageBatch, type Delivered } from './core/nest/decorators.js';
export { MessageContext } from './core/nest/message-context.js';
export { MessagingClient } from './request-reply/client.js';
export { sqlOf, sqlOfPrisma, type Sql } from './core/sql/sql.js';
export { addToOutbox, outboxInsert, waitingInOutbox } from './core/outbox/outbox.js';
export { firstReceived, once, receivedBefore, topicRetentionMs } from './core/inbox/inbox.js';
export { deadLetters, eraseDeadLetters, eraseDeadLettersOf } from './core/dead-letter/dead-letter.js';
export { byKind, newest, withoutErased } from './core/rebuild/state-records.js';
export {
  applyByAccount,
  applyDelivered,
  markRowsStale,
  deleteStaleRows,
  type ProjectedState,
} from './core/rebuild/projected-state.js';
export { createRebuilder, rebuildForZones } from './core/rebuild/rebuilder.js';
export { createRequestedWork } from './core/rebuild/requested-work.js';
export { rebuilds, type RebuildProgress } from './core/rebuild/requests.js';
export { replyTopicOf } from './request-reply/reply-topics.js';
export { openEmbeddedTransport } from './embedded/transport.js';
export { createKafkaTransport } from './kafka/transport.js';
export { openParticipant, schemaOf, type Participant } from './bus-service/participant.js';
export {
  startBusService,
  type BusServiceConfig,
  type BusServiceDependencies,
  type RunningService,
} from './bus-service/bus-service.js';
export { HourlyCounts } from './bus-service/hourly-counts.js';
export { Operations } from './bus-service/operations.js';
export { joinBus } from './bus-service/join-bus.js';
export { watchLag } from './bus-service/watch-lag.js';
export { kafkaOptionsOf } from './bus-service/kafka-options.js';

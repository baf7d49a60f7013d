export * from './transport.js';
export * from './log.js';
export * from './migrations.js';
export { message, tombstone, bytesOf, header, type OutgoingMessage, type MessageOptions } from './envelope/envelope.js';
export * from './errors/errors.js';
export { isTransient, sortError, type Verdict } from './errors/sort.js';
export { Ask, KeepErrors, Tell, TellBatch, type Delivered } from './nest/decorators.js';
export { MessageContext } from './nest/message-context.js';
export { MessagingServer } from './nest/server.js';
export { MessagingClient, type AskOptions } from './ask/client.js';
export { sqlOf, sqlOfPrisma, type Sql } from './sql/sql.js';
export { addToOutbox, waitingInOutbox, type WaitingMessages } from './outbox/outbox.js';
export { createOutboxRelay, type OutboxRelay, type OutboxRelayOptions } from './outbox/relay.js';
export { once, purgeInbox, receivedBefore, topicRetentionMs } from './inbox/inbox.js';
export { deadLetterCount, deadLetters, type DeadLetter } from './dead-letter/dead-letter.js';
export { applyByAccount, distrustHeld, sweepHeld, type HeldState } from './rebuild/held-state.js';
export { createRebuilder, type Rebuilder } from './rebuild/rebuilder.js';
export { createRequestedWork, type RequestedWork } from './rebuild/requested-work.js';
export { rebuilds, type RebuildProgress } from './rebuild/requests.js';
export { replyTopicOf } from './reply-topics.js';
export { createEmbeddedTransport, type EmbeddedTransportOptions } from './embedded/transport.js';
export { createKafkaTransport, type KafkaTransportOptions } from './kafka/transport.js';
export { openParticipant, schemaOf, type Participant, type ParticipantOptions } from './participant/participant.js';
export {
  startBusService,
  type BusServiceConfig,
  type BusServiceOptions,
  type BusServiceParts,
  type RunningService,
} from './participant/bus-service.js';
export { joinBus, type BusMembership, type BusParts } from './participant/join-bus.js';
export { watchLag } from './participant/watch-lag.js';
export { kafkaOptionsOf, type KafkaSettings } from './participant/kafka-options.js';

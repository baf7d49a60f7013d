import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { topic, type TopicContract } from '@kalends/topics';
import type pg from 'pg';
import { z } from 'zod';
import { message, type OutgoingMessage } from '../core/envelope/envelope.js';
import type { MessagingServer } from '../core/nest/server.js';
import type { ServerOptions, Transport } from '../transport.js';

/** What a spec provides to the suite: access to the bus as one process, and a schema with the messaging tables. */
export interface World {
  readonly pool: pg.Pool;
  /** a transport as another process would have it; on the embedded bus, which serves one process, always the same one */
  transport(instanceId?: string): Promise<Transport>;
  /** puts messages on the bus, even while no transport is open */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** closes the transports that it returned */
  closeTransports(): Promise<void>;
  /** environment with which another process finds the same bus and schema */
  readonly childEnv: Readonly<Record<string, string>>;
  /** how long the bus may take to notice that a process has died, in ms */
  readonly takeoverMs: number;
}

const noteSchema = z.object({ key: z.string(), lane: z.string(), n: z.number() });
export type Note = z.infer<typeof noteSchema>;
export type NoteRequest = Note;
export interface NoteReply {
  readonly n: number;
  readonly by: string;
}

export const note = (key: string, n: number, lane = key): Note => ({ key, lane, n });

type Kind = 'event' | 'query';

/** A test's own topic. Lane and key differ only where a note requires it. */
export function freshName(kind: Kind = 'event'): string {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
  return `gateway.${kind}.test-${letters}.v1`;
}

export function notes(
  options: { readonly compact?: boolean; readonly partitions?: number; readonly name?: string } = {},
) {
  return topic<Note>({
    name: options.name ?? freshName(),
    schema: noteSchema,
    key: (body) => body.key,
    lane: (body) => body.lane,
    example: note('a', 1),
    retention: options.compact ? 'compact' : 'delete',
    partitions: options.partitions ?? 3,
  });
}

export function requestTopic(): TopicContract<NoteRequest, NoteReply> {
  return topic<NoteRequest, NoteReply>({
    name: freshName('query'),
    schema: noteSchema,
    key: (body) => body.key,
    example: note('a', 1),
    partitions: 3,
    reply: z.object({ n: z.number(), by: z.string() }),
    exampleReply: { n: 1, by: 'a' },
  });
}

/** Runs a Nest microservice with one controller as a member of a group. */
export async function serve(
  world: World,
  transport: Transport,
  group: string,
  controller: Type,
  options: Partial<ServerOptions> = {},
): Promise<MessagingServer> {
  class Served {}
  Module({ controllers: [controller] })(Served);
  const strategy = transport.server(group, { pool: world.pool, ...options });
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(Served, { strategy, logger: false });
  await app.listen();
  return strategy;
}

/** Publishes notes. */
export const publish = (world: World, contract: TopicContract<Note>, bodies: readonly Note[]): Promise<void> =>
  world.publish(bodies.map((body) => message(contract, body)));

/** The first deliveries, in order: a group gets messages again after a rebalance, which a busy machine can cause. */
export const firstTimes = <Handled>(handled: Iterable<Handled>): Handled[] => [...new Set(handled)];

/** A promise with its resolve and reject functions, for handlers that wait for the test. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

let groups = 0;
export const freshGroup = (): string => `group-${process.pid}-${Date.now().toString(36)}-${++groups}`;

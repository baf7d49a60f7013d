// @module-tag long
import 'reflect-metadata';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startKafka, whyNoKafka, type LocalKafka } from '../conformance/local-kafka.js';
import { serviceSchema } from '../conformance/service-schema.js';
import {
  freshGroup,
  note,
  requestTopic,
  serve,
  type NoteReply,
  type NoteRequest,
  type World,
} from '../conformance/world.js';
import { OnRequest } from '../core/nest/decorators.js';
import { kafkaOptionsOf, type KafkaSettings } from '../bus-service/kafka-options.js';
import { createKafkaTransport } from './transport.js';

const user = { username: 'kalends', password: 'a password of the broker' };

describe('Kafka with SASL over TLS, as configured', () => {
  let missing: string | undefined;
  let kafka: LocalKafka | undefined;
  let database: TestDatabase | undefined;
  let pool: pg.Pool | undefined;
  beforeAll(async () => {
    missing = await whyNoKafka();
    if (missing) return;
    kafka = await startKafka({ secured: user });
    database = await startTestDatabase();
    pool = await serviceSchema(database.url);
  }, 180_000);
  beforeEach((context) => {
    if (missing) context.skip(missing);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.stop();
    await kafka?.stop();
  }, 60_000);

  const settings = (more: Partial<KafkaSettings> = {}): KafkaSettings => ({
    KAFKA_BROKERS: [kafka!.brokers],
    KAFKA_SSL: true,
    KAFKA_SSL_CA: kafka!.ca,
    KAFKA_SASL_MECHANISM: 'plain',
    KAFKA_SASL_USERNAME: user.username,
    KAFKA_SASL_PASSWORD: user.password,
    ...more,
  });
  const transportOf = (more?: Partial<KafkaSettings>) =>
    createKafkaTransport(kafkaOptionsOf(settings(more), 'gateway'));

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'given a user, when it connects by %s, then topics are created and requests are answered',
    async (mechanism) => {
      const contract = requestTopic();
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(@Payload() body: NoteRequest): Promise<NoteReply> {
          return { n: body.n + 1, by: body.key };
        }
      }
      const transport = transportOf({ KAFKA_SASL_MECHANISM: mechanism });
      try {
        await transport.ensureTopics([contract]);
        await serve({ pool } as World, transport, freshGroup(), Answerer);
        const client = transport.client('gateway');
        await client.connect();
        expect(await client.request(contract, note('secured', 4))).toEqual({ n: 5, by: 'secured' });
      } finally {
        await transport.close();
      }
    },
    60_000,
  );

  it.each([
    ['a wrong password', { KAFKA_SASL_PASSWORD: 'another' }, /Invalid username or password/],
    ['a CA that is not the broker\u2019s', { KAFKA_SSL_CA: undefined }, /self-signed certificate/],
    ['no TLS', { KAFKA_SSL: false, KAFKA_SSL_CA: undefined }, /Closed connection/],
  ])(
    'given %s, when it connects, then it is refused with the reason',
    async (_, wrong, why) => {
      const transport = transportOf(wrong as Partial<KafkaSettings>);
      const refused = transport.ensureTopics([requestTopic()]);
      await expect(refused).rejects.toThrow(why as RegExp);
      await transport.close();
    },
    60_000,
  );
});

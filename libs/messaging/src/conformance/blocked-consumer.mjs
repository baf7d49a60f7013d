import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { topic } from '@kalends/topics';
import { createKafkaTransport, openEmbeddedTransport, OnMessage } from '@kalends/messaging';
import pg from 'pg';
import { z } from 'zod';

// A separate process that handles messages of a group and blocks on number 1 forever.
const [name, group] = process.argv.slice(2);
const { BUS_URL, BUS_BROKERS, SERVICE_URL, SERVICE_SCHEMA } = process.env;
const contract = topic({
  name,
  schema: z.object({ key: z.string(), lane: z.string(), n: z.number() }),
  key: (body) => body.key,
  lane: (body) => body.lane,
  example: { key: 'a', lane: 'a', n: 1 },
});

class BlockedConsumer {
  async handle(body) {
    if (body.n !== 1) return console.log(`done ${body.n}`);
    console.log('blocking on 1');
    await new Promise(() => setInterval(() => undefined, 1_000));
  }
}
Payload()(BlockedConsumer.prototype, 'handle', 0);
Reflect.defineMetadata('design:paramtypes', [Object], BlockedConsumer.prototype, 'handle');
OnMessage(contract)(
  BlockedConsumer.prototype,
  'handle',
  Object.getOwnPropertyDescriptor(BlockedConsumer.prototype, 'handle'),
);
Controller()(BlockedConsumer);
class App {}
Module({ controllers: [BlockedConsumer] })(App);

const transport = BUS_BROKERS
  ? createKafkaTransport({ brokers: [BUS_BROKERS], clientId: 'blocked-consumer' })
  : await openEmbeddedTransport({ connectionString: BUS_URL });
const pool = new pg.Pool({ connectionString: SERVICE_URL, options: `-c search_path=${SERVICE_SCHEMA}` });
await transport.ensureTopics([contract]);
transport.relay({ pool }).start();
const app = await NestFactory.createMicroservice(App, { strategy: transport.server(group, { pool }), logger: false });
await app.listen();
console.log('ready');

import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { OnRequest, createKafkaTransport, isRequestError } from '@kalends/messaging';
import { contract as contractOf, payload } from './contract.mjs';
import { serveMeasurements } from './measure.mjs';

// Server and client of this transport in one process, through Nest: envelope, validation, commits.
const contract = contractOf('gateway.query.bench-ours.v1');
const brokers = process.env.BUS_BROKERS.split(',');

class Echo {
  answer(body) {
    return body;
  }
}
Payload()(Echo.prototype, 'answer', 0);
Reflect.defineMetadata('design:paramtypes', [Object], Echo.prototype, 'answer');
OnRequest(contract)(Echo.prototype, 'answer', Object.getOwnPropertyDescriptor(Echo.prototype, 'answer'));
Controller()(Echo);
class App {}
Module({ controllers: [Echo] })(App);

const transport = createKafkaTransport({ brokers, clientId: 'bench' });
await transport.ensureTopics([contract]);
// nothing fails in a benchmark, so dead letters are not stored
const pool = { query: () => Promise.reject(new Error('a dead letter in a benchmark')) };
const strategy = transport.server('bench-ours', { pool, concurrency: 256 });
const app = await NestFactory.createMicroservice(App, { strategy, logger: false });
await app.listen();
const client = transport.client('gateway');
await client.connect();

serveMeasurements(async (n) => {
  const reply = await client.request(contract, payload(n));
  if (isRequestError(reply)) throw reply;
  if (reply.n !== n) throw new Error(`reply ${reply.n} to request ${n}`);
});
process.on('disconnect', () => process.exit(0));

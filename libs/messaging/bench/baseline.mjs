import 'reflect-metadata';
import { ClientKafka, ServerKafka } from '@nestjs/microservices';
import kafkajs from 'kafkajs';
import { lastValueFrom } from 'rxjs';
import { partitions, payload } from './contract.mjs';
import { serveMeasurements } from './measure.mjs';

// Nest's own Kafka server and client with default settings, in one process; all replicas acknowledge (their default).
const topic = 'bench.nest';
const brokers = process.env.BUS_BROKERS.split(',');
const client = { brokers, logLevel: kafkajs.logLevel.NOTHING };
const admin = new kafkajs.Kafka({ ...client, clientId: 'bench-admin' }).admin();
await admin.connect();
await admin.createTopics({
  waitForLeaders: true,
  topics: [
    { topic, numPartitions: partitions },
    { topic: `${topic}.reply`, numPartitions: 1 },
  ],
});
await admin.disconnect();

const maxWaitTimeInMs = 250;
const server = new ServerKafka({
  client: { ...client, clientId: 'bench-server' },
  consumer: { groupId: 'bench-nest', maxWaitTimeInMs },
  run: { partitionsConsumedConcurrently: partitions },
});
server.addHandler(topic, async (body) => body, false);
await new Promise((resolve, reject) => server.listen((error) => (error ? reject(error) : resolve())));
const requester = new ClientKafka({
  client: { ...client, clientId: 'bench-client' },
  consumer: { groupId: 'bench-nest-client', maxWaitTimeInMs },
});
requester.subscribeToResponseOf(topic);
await requester.connect();

serveMeasurements(async (n) => {
  const reply = await lastValueFrom(requester.send(topic, { key: `event-${n}`, value: payload(n) }));
  if (reply.n !== n) throw new Error(`reply ${reply.n} to request ${n}`);
});
process.on('disconnect', () => process.exit(0));

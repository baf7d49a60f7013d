import { createServer } from 'node:http';
import { examplesOf, topics } from '@kalends/contracts';
import { addToOutbox, message, messagingMigrations, sqlOf } from '@kalends/messaging';
import { createPool, migrate } from '@kalends/postgres';

const kindOf = (body) => body?.kind ?? '';

/** The reply of the example that is most similar to a request. */
function exampleReply(topic, body) {
  const examples = examplesOf(topic);
  return (examples.find((example) => kindOf(example.body) === kindOf(body)) ?? examples[0]).reply;
}

/** Receives callbacks. */
async function listen(report) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      report(`called ${request.method} ${request.url} ${Buffer.concat(chunks)}`);
      response.writeHead(request.method === 'POST' ? 200 : 404).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** Handlers of a group that print what `name` publishes and answer its requests with examples. */
function simulate(server, name, report) {
  for (const topic of topics.filter(({ owner }) => owner === name)) {
    const take = async (body) => {
      report(`${topic.reply ? 'requested' : 'published'} ${topic.name} ${JSON.stringify(body)}`);
      return topic.reply ? exampleReply(topic, body) : undefined;
    };
    server.addHandler(topic.name, take, !topic.reply, { contract: topic });
  }
}

/**
 * Simulates every service but `name` with examples as messages. `report` is called with a line for each action of the service.
 */
export async function simulateOthers(name, { url, transport, report }) {
  const pool = createPool({ url, schema: 'others', max: 3, onIdleError: () => undefined });
  await migrate({ pool, schema: 'others', folders: [messagingMigrations] });
  await transport.ensureTopics(topics);
  const relay = transport.relay({ pool });
  relay.start();
  const server = transport.server(`others-than-${name}`, { pool });
  simulate(server, name, report);
  await new Promise((resolve, reject) => server.listen((error) => (error ? reject(error) : resolve())));
  const client = transport.client(name === 'gateway' ? 'notifier' : 'gateway');
  await client.connect();
  const listener = await listen(report);
  return {
    listener: listener.url,
    publish: async (messages) => {
      await addToOutbox(sqlOf(pool), messages);
      relay.wake();
    },
    /** Sends a body; resolves with the reply if it is a request. */
    send: async (topic, body) => {
      if (topic.reply) return client.request(topic, body);
      await addToOutbox(sqlOf(pool), [message(topic, body)]);
      relay.wake();
      return undefined;
    },
    close: async () => {
      await listener.close();
      await relay.stop();
      await client.close();
      await pool.end();
    },
  };
}

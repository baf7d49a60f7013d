import { createServer, serve } from '@emulators/core';
import { googlePlugin, seedFromConfig } from '@emulators/google';
import { freePort } from '@kalends/testing';
import { googleConformance } from './google.conformance.js';
import { call } from './simulator.fixture.js';
import { startSimulator } from './simulator.js';

const redirect_uris = ['http://127.0.0.1:9/callback'];
const client = { client_id: 'test', client_secret: 'secret', redirect_uris };

googleConformance('the simulator', async () => {
  const { url, close } = await startSimulator();
  const calendars = [{ email: 'ada@example.com', id: 'ada@example.com', primary: true }];
  const body = { clients: [client], users: [{ email: 'ada@example.com', name: 'Ada' }], calendars };
  await call(`${url}/control/seed`, { body });
  return { url, stop: close };
});

googleConformance('@emulators/google', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { app, store } = createServer(googlePlugin, { port, baseUrl: url, tokens: {} });
  const calendars = [
    { id: 'ada@example.com', user_email: 'ada@example.com', summary: 'Home', primary: true, time_zone: 'UTC' },
  ];
  const users = [{ email: 'ada@example.com', name: 'Ada' }];
  seedFromConfig(store, url, { users, oauth_clients: [{ name: 'Test', ...client }], calendars });
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  return { url, stop: async () => void server.close() };
});

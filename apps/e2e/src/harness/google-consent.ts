import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, serve } from '@emulators/core';
import { googlePlugin, seedFromConfig } from '@emulators/google';
import { freePort } from '@kalends/testing';

export interface OauthClient {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

/** The consent page and the token endpoint of a Google whose calendars are in the simulator. */
export interface GoogleConsent {
  authorizeUrl: string;
  tokenUrl: string;
  stop(): Promise<void>;
}

type Json = Record<string, unknown>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const post = (url: string, type: string, body: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': type }, body });

const form = 'application/x-www-form-urlencoded';

async function startEmulator(users: { email: string; name: string }[], client: OauthClient) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { app, store } = createServer(googlePlugin, { port, baseUrl: url, tokens: {} });
  const { client_id, client_secret, redirect_uri } = client;
  const oauth_clients = [{ name: 'Kalends', client_id, client_secret, redirect_uris: [redirect_uri] }];
  seedFromConfig(store, url, { users, oauth_clients });
  return { url, server: serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }) };
}

/**
 * Codes are issued by the emulator, which checks client, redirect address and PKCE; for its grants, the simulator issues the
 * tokens, so that they open the calendars there.
 */
export async function startGoogleConsent(
  simulatorUrl: string,
  users: { email: string; name: string }[],
  client: OauthClient,
): Promise<GoogleConsent> {
  const emulator = await startEmulator(users, client);
  const exchange = async (body: string): Promise<{ status: number; answer: Json }> => {
    const granted = await post(`${emulator.url}/oauth2/token`, form, body);
    const answer = (await granted.json()) as Json;
    if (!granted.ok) return { status: granted.status, answer };
    const headers = { authorization: `Bearer ${answer.access_token as string}` };
    const { email } = (await (await fetch(`${emulator.url}/oauth2/v2/userinfo`, { headers })).json()) as Json;
    const grants = [{ email, client_id: client.client_id, scope: answer.scope }];
    const seeded = await post(`${simulatorUrl}/control/seed`, 'application/json', JSON.stringify({ grants }));
    const [{ sub: _sub, ...tokens }] = ((await seeded.json()) as { grants: [Json] }).grants;
    return { status: 200, answer: { ...answer, ...tokens } };
  };
  const renew = async (body: string) => {
    const renewed = await post(`${simulatorUrl}/token`, form, body);
    return { status: renewed.status, answer: (await renewed.json()) as Json };
  };
  const relay = createHttpServer((request, response) => {
    const answered = bodyOf(request).then((body) =>
      new URLSearchParams(body).get('grant_type') === 'refresh_token' ? renew(body) : exchange(body),
    );
    answered.then(
      ({ status, answer }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    authorizeUrl: `${emulator.url}/o/oauth2/v2/auth`,
    tokenUrl: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/token`,
    stop: async () => {
      emulator.server.close();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}

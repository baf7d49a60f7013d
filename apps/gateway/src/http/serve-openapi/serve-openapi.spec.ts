import { protectedResourceMetadata, scopes } from '@kalends/public-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';

describe("the gateway's machine-readable descriptions", () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  it('given any client and origin, then openapi.json describes this server and names no operation twice (HTTP-1)', async () => {
    const { status, headers, body } = await gateway.call('GET', '/openapi.json');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const document = body as { openapi: string; servers: object[]; paths: Record<string, Record<string, object>> };
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\./), servers: [{ url: publicUrl }] });
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap((one) => ('operationId' in one ? [one.operationId] : [])),
    );
    expect(operations).toEqual(expect.arrayContaining(['readEvents', 'upsertEvent', 'writeSmartInvite']));
    expect(new Set(operations).size).toBe(operations.length);
  });

  it('then every endpoint named by the metadata of RFC 8414 exists', async () => {
    const { status, body } = await gateway.call('GET', '/.well-known/oauth-authorization-server');
    const metadata = body as Record<string, string>;
    expect([status, metadata]).toMatchObject([
      200,
      {
        issuer: publicUrl,
        scopes_supported: scopes,
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      },
    ]);
    for (const [method, endpoint] of [
      ['GET', 'authorization_endpoint'],
      ['POST', 'token_endpoint'],
      ['POST', 'revocation_endpoint'],
    ] as const) {
      const path = metadata[endpoint]!.replace(publicUrl, '');
      expect((await gateway.call(method, path)).status, endpoint).toBe(400);
    }
  });

  it('then the metadata of the resource names this server, its issuer and no other way to send tokens (RFC 9728 §2, §3.3)', async () => {
    const { status, headers, body } = await gateway.call('GET', '/.well-known/oauth-protected-resource');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(protectedResourceMetadata.responses[200].schema.safeParse(body).error).toBeUndefined();
    // equal to the address that the well-known one was made from
    expect(body).toMatchObject({ resource: publicUrl, bearer_methods_supported: ['header'] });
    const {
      authorization_servers: [issuer],
      scopes_supported,
    } = body as { authorization_servers: [string]; scopes_supported: string[] };
    const server = await gateway.call(
      'GET',
      `${issuer.slice(publicUrl.length)}/.well-known/oauth-authorization-server`,
    );
    expect(server.body).toMatchObject({ issuer, scopes_supported });
  });
});

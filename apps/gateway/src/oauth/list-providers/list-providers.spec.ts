import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, publicUrl } from '../../gateway.fixture.js';
import { newDeveloper } from '../../read-model/gateway-database.fixture.js';
import { startConsentSetup, type ConsentSetup } from '../journey/consent.fixture.js';

describe('the providers at which users consent (ADM-38)', () => {
  let setup: ConsentSetup;
  beforeAll(async () => {
    setup = await startConsentSetup(testClock().now, {
      MICROSOFT_CLIENT_ID: undefined,
      MICROSOFT_CLIENT_SECRET: undefined,
    });
  });
  afterAll(() => setup.close());

  const list = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${setup.url}/admin/v1/providers`, { headers });
    return { status: response.status, body: (await response.json()) as object };
  };

  it('given one that is configured, then it has the address to register, the other one its settings; nothing is sent', async () => {
    const before = await setup.counts();
    const { body } = await list(adminKey);
    expect(body).toEqual({
      providers: [
        {
          provider: 'google',
          name: 'Google',
          configured: true,
          redirect_address: `${publicUrl}/oauth/providers/google/callback`,
          settings: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
          ending_profiles: 0,
          findings: [],
        },
        {
          provider: 'microsoft',
          name: 'Microsoft',
          configured: false,
          redirect_address: null,
          settings: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
          ending_profiles: 0,
          findings: [],
        },
      ],
    });
    expect(await setup.counts()).toEqual(before);
  });

  it('given a developer, then 403', async () => {
    expect((await list((await newDeveloper(setup.database.pool)).key)).status).toBe(403);
  });
});

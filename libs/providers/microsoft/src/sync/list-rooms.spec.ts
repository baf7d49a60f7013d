import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphApi } from './graph-api.js';
import { listRooms, maxRooms } from './list-rooms.js';
import { ada, egress, fixed, scope, startMicrosoft, type SimulatedMicrosoft } from './microsoft.fixture.js';
import { startRecorder } from './recorded.fixture.js';

const withRooms = [...scope, 'Place.Read.All'];

describe('the rooms of an organization at Microsoft', () => {
  let microsoft: SimulatedMicrosoft;
  beforeEach(async () => {
    microsoft = await startMicrosoft();
  });
  afterEach(() => microsoft.close());

  const seed = (rooms: object[]) => microsoft.control('seed', { microsoft: { rooms } });
  /** Ada's provider, with these scopes granted at Microsoft and stored here. */
  async function granted(atMicrosoft: readonly string[], stored = atMicrosoft) {
    const grants = [{ email: ada, client_id: 'test', scope: atMicrosoft.join(' ') }];
    const seeded = await microsoft.control('seed', { microsoft: { grants } });
    const [grant] = (seeded as { microsoft: { grants: { access_token: string }[] } }).microsoft.grants;
    return microsoft.provider(fixed(grant!.access_token, stored));
  }

  it('given rooms on several pages, when listed with the permission, then all of them, by their addresses', async () => {
    const rooms = Array.from({ length: 205 }, (_, n) => ({ email: `Room-${n}@work.example`, name: `Room ${n}` }));
    await seed(rooms);
    const { resources, truncated } = await (await granted(withRooms)).resources();
    expect([resources.length, truncated]).toEqual([205, false]);
    expect(resources[204]).toEqual({ email: 'room-204@work.example', name: 'Room 204' });
    expect((await microsoft.counts())['rooms.list']).toBe(3);
  });

  it('given an account without the permission, or a personal one, when listed, then refused without a request', async () => {
    const without = await granted(scope);
    await expect(without.resources()).rejects.toMatchObject({
      failure: 'refused',
      message: 'This account may not list rooms: Place.Read.All was not granted.',
    });
    const personal = microsoft.provider(fixed(microsoft.grant.access_token, withRooms), { personal: true });
    await expect(personal.resources()).rejects.toMatchObject({ failure: 'refused' });
    expect((await microsoft.counts())['rooms.list']).toBeUndefined();
  });

  it('given a permission that was withdrawn, when Microsoft answers 403, then this account may not list rooms', async () => {
    const provider = await granted(scope, withRooms);
    await expect(provider.resources()).rejects.toMatchObject({
      failure: 'refused',
      message: 'This account may not list rooms: Microsoft answered 403 ErrorAccessDenied.',
    });
  });

  it('given 429, when listed, then it can be tried again after the time that Microsoft names', async () => {
    await microsoft.control('faults', { path: '/places/', status: 429, retryAfter: 7 });
    await expect((await granted(withRooms)).resources()).rejects.toMatchObject({
      failure: 'unavailable',
      options: { retryAfterMs: 7_000 },
    });
  });
});

describe('a hostile list of rooms', () => {
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  afterEach(() => recorder.close());

  async function listing(answer: (path: string, url: string) => object) {
    recorder = await startRecorder(undefined, ({ path }) => ({
      status: 200,
      body: answer(path, recorder.graphUrl) as Record<string, unknown>,
    }));
    const api = new GraphApi({ egress, graphUrl: recorder.graphUrl, tokens: fixed('secret') });
    return listRooms(api, { personal: false, scope: ['https://graph.microsoft.com/Place.Read.All'] });
  }

  it('given a list without an end, when listed, then what is within the bounds, shown as cut off', async () => {
    const value = Array.from({ length: 7 }, (_, n) => ({ emailAddress: `r${n}@work.example`, displayName: 'R' }));
    const listed = await listing((_, url) => ({
      value,
      '@odata.nextLink': `${url}/places/microsoft.graph.room?$skip=7`,
    }));
    expect([listed.resources.length, listed.truncated, recorder.requests.length]).toEqual([210, true, 30]);
  });

  it('given more rooms than the bound in one page, when listed, then the first ones, shown as cut off', async () => {
    const value = Array.from({ length: maxRooms + 1 }, (_, n) => ({ emailAddress: `r${n}@work.example` }));
    const listed = await listing(() => ({ value }));
    expect([listed.resources.length, listed.truncated]).toEqual([maxRooms, true]);
  });

  it('given rooms without a usable address or with a long name, when listed, then left out, or with the name cut', async () => {
    const value = [
      null,
      {},
      { emailAddress: 'no address' },
      { emailAddress: `${'x'.repeat(320)}@work.example` },
      { emailAddress: 'a@work.example', displayName: ' ' },
      { emailAddress: 'b@work.example', displayName: 'n'.repeat(100_000) },
    ];
    const { resources } = await listing(() => ({ value }));
    expect(resources).toEqual([
      { email: 'a@work.example', name: 'a@work.example' },
      { email: 'b@work.example', name: 'n'.repeat(256) },
    ]);
  });

  it('given a next page at another origin, when listed, then the token is not sent there', async () => {
    const elsewhere = listing(() => ({ value: [], '@odata.nextLink': 'http://127.0.0.1:1/v1.0/places?$skip=1' }));
    await expect(elsewhere).rejects.toMatchObject({ failure: 'not-a-provider' });
  });
});

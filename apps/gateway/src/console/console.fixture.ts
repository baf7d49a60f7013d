import { adminKey, publicUrl, startTestGateway, type TestGateway } from '../gateway.fixture.js';

/** What the calls that create something answer. */
export interface Created {
  client_id: string;
  sub: string;
  url: string;
  key: string;
  developer_id: string;
}

export const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0]!;

/** Headers of a page of the console. */
export const own = { origin: publicUrl };

/** A gateway with an application and an account of it, and a browser that signs in to the console. */
export async function startConsole() {
  const replyTo = () => ({ waiting: [], total: 0, written: null });
  const gateway: TestGateway = await startTestGateway({ replyTo });
  const create = async (path: string, body: object) =>
    (await gateway.call('POST', path, { token: adminKey, body })).body as Created;
  const signIn = (body: object, headers: Record<string, string> = own) =>
    gateway.call('POST', '/console/session', { body, headers });
  const application = { name: 'Rooms', redirect_uris: ['https://a.example/cb'] };
  const { client_id: clientId } = await create('/admin/v1/applications', application);
  const person = { email: 'ann@example.com', name: 'Ann' };
  const { sub } = await create(`/admin/v1/applications/${clientId}/accounts`, person);
  return {
    gateway,
    clientId,
    sub,
    create,
    signIn,
    signedIn: async (body: object) => ({ cookie: cookieOf((await signIn(body)).headers) }),
  };
}

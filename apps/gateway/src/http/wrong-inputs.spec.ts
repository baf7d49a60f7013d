import { endpoints, openApiDocument, type Endpoint } from '@kalends/public-api';
import { DeadlineExceeded } from '@kalends/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { newAccountWithCalendar, newApplication } from '../read-model/gateway-database.fixture.js';

const scopes = ['read_events', 'create_event', 'delete_event', 'create_calendar', 'change_participation_status'];

/** Texts of libraries: zod's, Fastify's, Nest's, V8's, PostgreSQL's. */
const foreign =
  /unworded|undefined|Invalid (input|option|key|element|URL|string)|Too (big|small)|expected|Unrecognized|FST_|Cannot (GET|POST|DELETE)|Unexpected token|syntax for type|violates/;

let gateway: TestGateway;
let credentials: Partial<Record<Endpoint['credential'], string>>;
/** Of an application and an account. */
let ids: Record<string, string>;
beforeAll(async () => {
  gateway = await startTestGateway({
    env: { RATE_LIMIT_PER_SECOND: '10000', RATE_LIMIT_PER_MINUTE: '100000' },
    replyTo: () => new DeadlineExceeded('no service answers in this spec'),
  });
  const { pool } = gateway.database;
  const { token, accountId } = await newAccountWithCalendar(pool, scopes);
  const { clientId, secret } = await newApplication(pool);
  await pool.query("UPDATE application SET plan = 'emerging' WHERE client_id = $1", [clientId]);
  ids = { client_id: clientId, sub: accountId };
  credentials = { 'access-token': token, 'api-key': secret, 'api-key-or-token': secret, 'admin-key': adminKey };
});
afterAll(() => gateway.stop());

const document = openApiDocument('http://kalends.test') as {
  paths: Record<string, Record<string, { requestBody?: unknown; parameters?: { name: string; in: string }[] }>>;
};

const membersOf = ({ body, query }: Endpoint): string[] =>
  [body, query].flatMap((schema) => (schema && 'shape' in schema ? Object.keys(schema.shape as object) : []));

/** Bodies that are wrong as a whole, and with each member of one wrong type. */
function wrongBodies(endpoint: Endpoint): (object | URLSearchParams)[] {
  const every = (value: unknown) => Object.fromEntries(membersOf(endpoint).map((name) => [name, value]));
  const values = [7, true, 'x', [7], { unknown_member: 1 }, null, 'x'.repeat(5_000)];
  const form = new URLSearchParams(membersOf(endpoint).map((name): [string, string] => [name, 'x']));
  return [[], {}, { nonsense: 1 }, form, ...values.map(every)];
}

const queriesOf = ({ path, method }: Endpoint) => {
  const names = (document.paths[path]![method]!.parameters ?? []).filter((one) => one.in === 'query');
  return ['x', '7', '', 'x'.repeat(600)].map((value) =>
    new URLSearchParams(names.map(({ name }): [string, string] => [name, value])).toString(),
  );
};

const ofAdmin = endpoints.filter(
  ({ path, tag, method }) => tag === 'admin' && method === 'post' && path.startsWith('/admin/v1/'),
);
/** Takes the body of an application's own call, with that call's rules (HTTP-3). */
const isOfApplication = (operation: string) =>
  operation.endsWith('OfApplication') || operation === 'explainAvailability';
const ofAdminOnly = ofAdmin.filter(({ operation, body }) => body !== undefined && !isOfApplication(operation));

describe('an unknown member in a body of the admin API', () => {
  it.each(ofAdminOnly.map((one) => [one.operation, one] as const))(
    'given one in %s, then 422 names it (ADM-3)',
    async (_name, { path }) => {
      const body = { never_heard_of: 'x' };
      const answer = await gateway.call(
        'POST',
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!),
        {
          token: adminKey,
          body,
        },
      );
      const errors = { never_heard_of: [{ key: 'errors.not_supported' }] };
      expect(answer).toMatchObject({ status: 422, body: { errors } });
    },
  );
});

describe('wrong input to each operation (HTTP-20)', () => {
  it.each(endpoints.map((one) => [one.operation, one] as const))(
    'given wrong members of %s, when sent, then each word of the answer is our own',
    async (_name, endpoint) => {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x');
      const token = credentials[endpoint.credential];
      const bodies = endpoint.method === 'get' ? [undefined] : wrongBodies(endpoint);
      for (const query of endpoint.query ? queriesOf(endpoint) : [''])
        for (const body of bodies) {
          const call = { ...(token ? { token } : {}), ...(body ? { body } : {}) };
          const { status, body: said } = await gateway.call(endpoint.method.toUpperCase(), `${path}?${query}`, call);
          if (status < 400 || typeof said !== 'object') continue;
          expect(JSON.stringify(said), JSON.stringify(body)).not.toMatch(foreign);
          expect([500, 501, 405]).not.toContain(status);
        }
    },
  );
});

import { AuthenticationHandler, Client, type Context } from '@microsoft/microsoft-graph-client';
import { call } from '../simulator.fixture.js';
import { startSimulator } from '../simulator.js';

export interface MicrosoftSeeded {
  calendars: string[];
  grants: { access_token: string; refresh_token: string; oid: string; tid: string }[];
}

export const scope = 'openid profile email offline_access User.Read Calendars.ReadWrite';
export const redirect_uri = 'https://app.example.com/callback';

/** A simulator with Ada (work), Grace (personal) and Alan, whose organization wants an administrator's consent. */
export async function startMicrosoft() {
  const simulator = await startSimulator();
  const control = async <Result = Record<string, unknown>>(name: string, body: object = {}): Promise<Result> =>
    (await call(`${simulator.url}/control/${name}`, { body })).body as Result;
  const seeded = await control<{ microsoft: MicrosoftSeeded }>('seed', {
    microsoft: {
      clients: [{ client_id: 'app', client_secret: 'secret', redirect_uris: [redirect_uri] }],
      users: [
        { email: 'ada@work.example', name: 'Ada' },
        { email: 'grace@outlook.example', name: 'Grace', tenant: 'personal' },
        { email: 'alan@locked.example', name: 'Alan', tenant: 'admin-consent' },
      ],
      calendars: [{ email: 'ada@work.example', name: 'Holidays', canEdit: false, group: 'Other' }],
      grants: ['ada@work.example', 'grace@outlook.example'].map((email) => ({ email, client_id: 'app', scope })),
    },
  });
  const { calendars, grants } = seeded.microsoft;
  const graph = `${simulator.url}/v1.0`;
  const as = (path: string, options: Parameters<typeof call>[1] = {}) =>
    call(path.startsWith('http') ? path : `${graph}${path}`, { token: grants[0]!.access_token, ...options });
  const asGrace: typeof as = (path, options) => as(path, { token: grants[1]!.access_token, ...options });
  return {
    ...simulator,
    control,
    graph,
    as,
    asGrace,
    grant: grants[0]!,
    grace: grants[1]!,
    calendar: calendars[0]!,
    holidays: calendars[3]!,
  };
}

/** Microsoft's own client, with Graph's address replaced by the simulator's. */
export function clientOf({ url, grant }: { url: string; grant: { access_token: string } }): Client {
  const authentication = new AuthenticationHandler({ getAccessToken: async () => grant.access_token });
  authentication.setNext({
    execute: async (context: Context) => {
      const target = String(context.request).replace('https://graph.microsoft.com', url);
      context.response = await fetch(target, context.options as RequestInit);
    },
  });
  return Client.initWithMiddleware({ middleware: authentication });
}

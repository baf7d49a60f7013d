import { dateOf } from '@kalends/icalendar';
import { peopleAround } from './people.js';
import { startSimulator } from './simulator.js';

const { SIMULATOR_PORT = '4010', SIMULATOR_HOST = '127.0.0.1' } = process.env;

const { url, close } = await startSimulator({ port: Number(SIMULATOR_PORT), host: SIMULATOR_HOST });
const people = peopleAround(dateOf(Date.now(), 'Etc/UTC'));
await fetch(`${url}/control/seed`, { method: 'POST', body: JSON.stringify(people) });

process.stdout.write(`Open ${url}/ in a browser to play a user.

The simulator acts as Google at ${url}, with the users ada@example.com and grace@example.com.
Any client id and secret are accepted until /control/seed names clients. Start Kalends with:

  GOOGLE_CLIENT_ID=simulator
  GOOGLE_CLIENT_SECRET=simulator
  GOOGLE_AUTHORIZE_URL=${url}/o/oauth2/v2/auth
  GOOGLE_TOKEN_URL=${url}/token
  GOOGLE_REVOKE_URL=${url}/revoke
  GOOGLE_USERINFO_URL=${url}/v1/userinfo
  GOOGLE_API_URL=${url}/calendar/v3
  GOOGLE_NOTIFICATION_URL=http://127.0.0.1:3000/v1/provider_notifications/google
  ALLOW_NETWORKS=127.0.0.0/8

It also acts as Microsoft Entra (${url}/common/oauth2/v2.0/authorize) and Microsoft Graph (${url}/v1.0), with the users
ada@work.example, grace@outlook.example (personal) and alan@locked.example (needs an administrator's consent):

  MICROSOFT_CLIENT_ID=simulator
  MICROSOFT_CLIENT_SECRET=simulator
  MICROSOFT_AUTHORITY_URL=${url}
  MICROSOFT_GRAPH_URL=${url}/v1.0
  MICROSOFT_NOTIFICATION_URL=http://127.0.0.1:3000/v1/provider_notifications/microsoft

More options: docs/simulator.md.
`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void close().then(() => process.exit(0)));
}

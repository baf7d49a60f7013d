import { accessEnded } from '@kalends/contracts';

const adminKey = 'admin-key-of-a-service-alone';

async function make(url, path, body) {
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Creates the application and account that the examples refer to from now on. */
async function prepareGateway({ service }) {
  const { url } = service;
  const application = await make(url, '/admin/v1/applications', {
    name: 'Example',
    redirect_uris: ['http://127.0.0.1:9/'],
  });
  const path = `/admin/v1/applications/${application.client_id}/accounts`;
  const account = await make(url, path, { email: 'ada@example.com', name: 'Ada' });
  const { client_id, account_id } = accessEnded.example;
  const curl = `curl -H 'Authorization: Bearer ${account.access_token}'`;
  return {
    ids: { [client_id]: application.client_id, [account_id]: account.sub },
    lines: [
      `It answers at ${url} (admin key ${adminKey}). Events of the examples, and a write, which is a command:`,
      `  ${curl} '${url}/v1/events?tzid=Europe/London&from=2026-12-01&to=2026-12-31'`,
      `  ${curl} -H 'Content-Type: application/json' -d '{"event_id":"a","summary":"A","start":"2026-12-03T10:00:00Z","end":"2026-12-03T11:00:00Z"}' ${url}/v1/calendars/${account.calendar_id}/events`,
    ],
  };
}

/** What to try, by service; for the gateway, also the data that must exist first. */
export const guides = {
  gateway: prepareGateway,
  'calendar-sync': async () => ({ lines: ['Commands create calendars and events, which it publishes as records:'] }),
  availability: async () => ({ lines: ['It has the events of the examples, and answers when people can meet:'] }),
  invites: async ({ service }) => ({
    lines: [
      `It receives replies by SMTP at 127.0.0.1:${service.smtpPort}. Create an invite, and reply to its address:`,
    ],
  }),
  notifier: async ({ others }) => ({ lines: [`Each recorded reply is a callback to ${others.listener}:`] }),
};

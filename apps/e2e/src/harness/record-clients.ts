import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@kalends/testing';
import { FormJourney } from './form-journey.js';
import { call, type Kalends } from './kalends.js';
import { root } from './processes.js';
import { startRecorder, Values, type Recording } from './recording.js';

interface Client {
  /** As in the list of the clients' methods. */
  name: string;
  file: string;
  command: string[];
  source: string | undefined;
}

const programs = join(import.meta.dirname, '../clients');
const { RUBY_CLIENT: ruby, PHP_CLIENT: php } = process.env;

/** Clients whose checkouts `RUBY_CLIENT` and `PHP_CLIENT` name. */
export const clientsToRecord: readonly Client[] = [
  {
    name: 'Ruby cronofy',
    file: 'ruby.json',
    source: ruby,
    command: ['ruby', '-I', `${ruby}/lib`, join(programs, 'ruby-client.rb')],
  },
  { name: 'PHP cronofy', file: 'php.json', source: php, command: ['php', join(programs, 'php-client.php')] },
].filter(({ source }) => source !== undefined);

/** What an application has once its user has connected: tokens, another code, and an event with an invitation. */
export async function newUser(kalends: Kalends): Promise<Record<string, string>> {
  const application = await kalends.application();
  const { client_id, client_secret, redirect_uris } = application;
  const { sub, access_token, refresh_token, calendar_id } = await kalends.account(application);
  const journey = new FormJourney(kalends, application);
  const token = access_token;
  const link = await call<{ link_token: string }>('POST', kalends.url('/v1/link_tokens'), { token });
  await journey.begin({ link_token: link.body.link_token });
  await journey.browser.choose('kalends', { tzid: 'Etc/UTC' });
  await journey.browser.submit({ decision: 'allow' }, 'Allow');
  const code = new URL(journey.browser.location!).searchParams.get('code')!;
  const time = { start: '2026-12-03T10:00:00Z', end: '2026-12-03T11:00:00Z' };
  const attendees = { invite: [{ email: 'ada@example.com' }] };
  await kalends.upsert({ access_token, calendar_id }, { event_id: 'party', summary: 'Party', ...time, attendees });
  const query = 'tzid=Etc/UTC&from=2026-12-03&to=2026-12-03&include_managed=true';
  const [event] = await kalends.events<{ event_uid: string }>(access_token, query);
  const redirect_uri = redirect_uris[0]!;
  const { event_uid } = event!;
  // the clients read its id from /v1/userinfo
  type Listed = { profiles: unknown[] };
  const hasProfile = async () => (await kalends.get<Listed>(access_token, '/v1/profiles')).body.profiles.length > 0;
  await waitUntil(hasProfile, { timeout: 60_000, what: 'the profile' });
  return { client_id, client_secret, redirect_uri, sub, access_token, refresh_token, calendar_id, code, event_uid };
}

/** Runs a client's program against the deployment; what it sent. */
export async function record(kalends: Kalends, { name, command }: Client): Promise<Recording> {
  const user = await newUser(kalends);
  const recorder = await startRecorder(kalends.deployment.baseUrl, new Values(user));
  const env = {
    ...process.env,
    KALENDS_USER: JSON.stringify(user),
    KALENDS_URL: recorder.url,
    CRONOFY_API_URL: recorder.url,
    CRONOFY_APP_URL: recorder.url,
  };
  const [program, ...args] = command;
  try {
    await promisify(execFile)(program!, args, { env });
  } finally {
    await recorder.stop();
  }
  const file = join(root, 'apps/e2e/src/clients/methods.json');
  const lists = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { version: string; source: string }>;
  const { version, source } = lists[name]!;
  return { client: name, version, source, requests: recorder.requests };
}

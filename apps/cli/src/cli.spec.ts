import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeGateway, type FakeGateway } from './fake-gateway.fixture.js';
import { runWith } from './terminal.fixture.js';

const key = 'an-admin-key-of-the-test';
const application = {
  client_type: 'confidential',
  allowed_origins: [],
  frame_origins: [],
  client_id: 'c1',
  name: 'Diary',
  redirect_uris: ['https://a.example/cb', 'https://b.example/cb'],
  plan: 'starter',
  rate_limit_per_second: null,
  rate_limit_per_minute: 500,
  logo_url: null,
  accent_color: null,
  privacy_url: null,
  support_url: null,
  hide_managed_events: false,
  secrets: [{ secret_id: 'sec_1', created_at: '2026-11-01T08:00:00.000Z' }],
};
const account = {
  sub: 'acc_1',
  access_token: 'at',
  refresh_token: 'rt',
  expires_in: 3600,
  scope: 'read_events',
  calendar_id: 'cal_1',
};
const profile = {
  profile_id: 'pro_1',
  provider_name: 'caldav',
  profile_name: 'ada',
  connected: false,
  initial_sync: 'failed',
  last_sync: null,
  error: 'wrong\npassword',
};
const deadLetter = {
  service: 'calendar-sync',
  dead_letter_id: '12',
  message_id: 'm12',
  topic: 'gateway.command.calendar.v1',
  message_type: 'upsert',
  sub: 'acc_1',
  client_id: null,
  reason: 'failed',
  explanation: 'Handling it failed 5 times.',
  error: 'boom',
  deliveries: 5,
  failed_at: '2026-11-19T08:00:00.000Z',
};
const wrong = {
  errors: {
    name: [{ key: 'errors.required', description: 'name must be specified' }],
    'redirect_uris[1]': [{ key: 'errors.invalid_url', description: 'no URL' }],
  },
};

describe('the command line over the admin API', () => {
  let gateway: FakeGateway;
  const run = (args: string[], input = '') =>
    runWith(args, { env: { PUBLIC_URL: gateway.url, ADMIN_KEY: key }, input });

  beforeAll(async () => {
    gateway = await startFakeGateway({
      'POST /admin/v1/applications': [201, { ...application, secret_id: 'sec_1', client_secret: 'KAL_s' }],
      'GET /admin/v1/applications': [200, { applications: [application] }],
      'POST /admin/v1/applications/c1': [200, application],
      'POST /admin/v1/applications/c1/secrets': [201, { secret_id: 'sec_1', client_secret: 'KAL_t' }],
      'DELETE /admin/v1/applications/c1/secrets/sec_1': [204],
      'POST /admin/v1/applications/c1/accounts': [201, account],
      'POST /admin/v1/applications/wrong/accounts': [422, wrong],
      'DELETE /admin/v1/accounts/acc_1': [204],
      'DELETE /admin/v1/accounts/a%2F..%2Fb': [204],
      'POST /admin/v1/accounts/acc_1/profiles': [201, profile],
      'GET /admin/v1/accounts/acc_1/profiles': [200, { profiles: [profile] }],
      'GET /admin/v1/accounts/acc_none/profiles': [200, { profiles: [] }],
      'GET /admin/v1/activity': [
        200,
        {
          queues: [
            {
              service: 'notifier',
              answered: false,
              outbox: null,
              outbox_seconds: null,
              inbox: null,
              dead_letters: null,
            },
          ],
          callbacks_by_hour: [{ hour: '2026-11-19T08:00:00Z', delivered: 5, failed: 2 }],
          providers: [
            {
              provider: 'google',
              budget: null,
              failing_profiles: 1,
              hours: [{ hour: '2026-11-19T08:00:00Z', requests: 90, done: 30, failed: 4 }],
            },
          ],
        },
      ],
      'GET /admin/v1/applications/c1/errors': [
        200,
        {
          since: '2026-11-18T09:00:00.000Z',
          errors: [
            {
              ...{ method: 'GET', path: '/v1/x', status: 422, code: 'errors.required', count: 12 },
              example: { at: '2026-11-19T08:00:00.000Z', request_id: 'r', description: 'x must be specified' },
              documentation: 'https://kalends.example/docs/errors',
            },
          ],
          truncated: false,
        },
      ],
      'GET /admin/v1/usage?client_id=c1&from=2026-11-01': [
        200,
        {
          usage: [
            {
              client_id: 'c1',
              application_name: 'Diary',
              day: '2026-11-19',
              calls: 7,
              refused: 1,
              changes: 3,
              accounts: 2,
            },
          ],
          next_after: null,
        },
      ],
      'GET /admin/v1/dead_letters?topic=a.event.b.v1&limit=100': [
        200,
        {
          dead_letters: [deadLetter],
          services: [{ service: 'notifier', answered: false, dead_letters: null }],
          next_after: null,
        },
      ],
      'GET /admin/v1/dead_letters/calendar-sync/12?reason=Ticket+4711': [
        200,
        { dead_letter: deadLetter, content: '{"kind":"x"}', content_truncated: false },
      ],
      'POST /admin/v1/dead_letters/calendar-sync/12/replay': [202],
      'POST /admin/v1/dead_letters/calendar-sync/12/discard': [204],
      'POST /admin/v1/developers': [201, { developer_id: 'dev_1', name: 'Grace', key: 'kdk_1' }],
      'POST /admin/v1/applications/odd/secrets': [201, { unexpected: true }],
      'POST /admin/v1/applications/denied/secrets': [401, { error: 'unauthorized', description: 'x' }],
      'POST /admin/v1/applications/away/secrets': [
        503,
        { error: 'unavailable', description: 'The broker cannot be reached.' },
      ],
    });
  });
  beforeEach(() => void gateway.requests.splice(0));
  afterAll(() => gateway.close());

  it('given limits, when an application is changed, then only the given fields are sent', async () => {
    expect(
      await run(['application', 'change', '--client-id', 'c1', '--per-minute', '500', '--per-second', 'default']),
    ).toMatchObject({ code: 0 });
    expect(gateway.requests).toMatchObject([
      { path: '/admin/v1/applications/c1', body: { rate_limit_per_minute: 500, rate_limit_per_second: null } },
    ]);
    expect(await run(['application', 'change', '--client-id', 'c1', '--per-minute', 'many'])).toMatchObject({
      code: 1,
    });
  });

  it('given a name and two addresses, when an application is created, then the request carries the key', async () => {
    const args = [
      'application',
      'create',
      '--name',
      'Diary',
      '--plan',
      'starter',
      '--hide-managed-events',
      '--client-type',
      'public',
    ];
    const result = await run([
      ...args,
      '--redirect-uri',
      'https://a.example/cb',
      '--redirect-uri',
      'https://b.example/cb',
      '--allowed-origin',
      'https://a.example',
      '--frame-origin',
      'https://www.example',
    ]);
    expect(result).toMatchObject({ code: 0, err: '' });
    expect(result.out.split('\n').map((line) => line.split(/ {2,}/))).toContainEqual(['client_secret', 'KAL_s']);
    expect(gateway.requests).toEqual([
      {
        method: 'POST',
        path: '/admin/v1/applications',
        authorization: `Bearer ${key}`,
        body: {
          name: 'Diary',
          plan: 'starter',
          client_type: 'public',
          redirect_uris: application.redirect_uris,
          allowed_origins: ['https://a.example'],
          frame_origins: ['https://www.example'],
          hide_managed_events: true,
        },
      },
    ]);
  });

  it('given applications, when listed, then people get columns and scripts the API’s JSON', async () => {
    const table = await run(['application', 'list']);
    expect(
      table.out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['client_id', 'name', 'plan', 'client_type', 'redirect_uris'],
      ['c1', 'Diary', 'starter', 'confidential', 'https://a.example/cb https://b.example/cb'],
    ]);
    const json = await run(['application', 'list', '--json']);
    expect(JSON.parse(json.out)).toEqual({ applications: [application] });
  });

  it('given an application, when its secret is rotated, then one is added and one removed', async () => {
    const added = await run(['secret', 'add', '--client-id', 'c1', '--json']);
    expect(JSON.parse(added.out)).toEqual({ secret_id: 'sec_1', client_secret: 'KAL_t' });
    expect(await run(['secret', 'drop', '--client-id', 'c1', '--secret-id', 'sec_1'])).toMatchObject({
      code: 0,
      out: 'dropped sec_1\n',
    });
  });

  it('given options, when an account is created and deleted, then only the given fields are sent', async () => {
    const created = await run([
      'account',
      'create',
      '--client-id',
      'c1',
      '--email',
      'a@b.example',
      '--tzid',
      'Europe/Paris',
      '--json',
    ]);
    expect(JSON.parse(created.out)).toEqual(account);
    expect(gateway.requests[0]?.body).toEqual({ email: 'a@b.example', default_tzid: 'Europe/Paris' });
    expect(await run(['account', 'delete', '--sub', 'acc_1'])).toMatchObject({ code: 0, out: 'deleted acc_1\n' });
    await run(['account', 'delete', '--sub', 'a/../b']);
    expect(gateway.requests.at(-1)?.path).toBe('/admin/v1/accounts/a%2F..%2Fb');
  });

  it('given a piped password, when a profile is connected, then it is sent, and a failure to connect states its reason', async () => {
    const args = [
      'profile',
      'connect',
      '--sub',
      'acc_1',
      '--provider',
      'caldav',
      '--url',
      'http://127.0.0.1:5232',
      '--username',
      'ada',
    ];
    const result = await run(args, 'se cret\nsecond line\n');
    expect(gateway.requests[0]?.body).toEqual({
      provider_name: 'caldav',
      url: 'http://127.0.0.1:5232',
      username: 'ada',
      password: 'se cret',
    });
    expect(result.out).toMatch(/^connected +false$/m);
    expect(result.out).toMatch(/^error +wrong password$/m);
    expect(await run(args)).toMatchObject({ code: 1, err: 'error: password: password must be specified\n' });
    expect(gateway.requests).toHaveLength(1);
  });

  it('given profiles, when listed, then each line has state and error, or one sentence reports that there is none', async () => {
    const listed = await run(['profile', 'list', '--sub', 'acc_1']);
    expect(listed.out.trimEnd().split('\n').at(-1)?.split(/ {2,}/)).toEqual([
      'pro_1',
      'caldav',
      'ada',
      'false',
      'failed',
      '-',
      'wrong password',
    ]);
    expect((await run(['profile', 'list', '--sub', 'acc_none'])).out).toBe('This account has no profile.\n');
  });

  it('given a name, when a developer is created, then the key is printed', async () => {
    expect((await run(['developer', 'create', '--name', 'Grace'])).out).toMatch(/^key +kdk_1$/m);
  });

  it.each([
    [
      ['account', 'create', '--client-id', 'wrong', '--email', 'x'],
      'error: name: name must be specified; redirect_uris[1]: no URL\n',
    ],
    [['secret', 'add', '--client-id', 'none'], 'error: {url} answered 404: There is no such thing.\n'],
    [['secret', 'add', '--client-id', 'denied'], 'error: {url} does not accept this admin key\n'],
    [['secret', 'add', '--client-id', 'away'], 'error: {url} answered 503: The broker cannot be reached.\n'],
    [['secret', 'add', '--client-id', 'odd'], 'error: {url} did not answer as Kalends does\n'],
    [['application', 'create'], "error: required option '--name <name>' not specified\n"],
    [['application', 'paint'], "error: unknown command 'paint'\n"],
    [
      ['profile', 'connect', '--sub', 'a', '--username', 'u', '--provider', 'fax'],
      "error: option '--provider <name>' argument 'fax' is invalid. Allowed choices are caldav, apple, ics.\n",
    ],
    [
      ['application', 'list', '--base-url', 'ftp://x'],
      'error: the address must be an http or https URL, not "ftp://x" (--base-url, PUBLIC_URL)\n',
    ],
  ])('given %j, when it fails, then one line reports it and the code is 1', async (args, line) => {
    expect(await run(args)).toEqual({ code: 1, out: '', err: line.replace('{url}', gateway.url) });
  });

  it('given errors and usage, when read, then each is a line', async () => {
    const errors = await run(['application', 'errors', '--client-id', 'c1']);
    expect(errors.out.split('\n')[1]!.split(/ {2,}/).slice(0, 5)).toEqual([
      '12',
      'GET',
      '/v1/x',
      '422',
      'errors.required',
    ]);
    const usage = await run(['usage', '--client-id', 'c1', '--from', '2026-11-01']);
    expect(usage.out.split('\n')[1]!.split(/ {2,}/)).toEqual(['2026-11-19', 'Diary', 'c1', '7', '1', '3', '2']);
  });

  it('given the activity, when read, then queues and providers are lines', async () => {
    const activity = await run(['activity']);
    expect(activity.out).toMatch(/^notifier +false +- +- +-/m);
    expect(activity.out).toMatch(/^callbacks_failed_in_24_hours +2$/m);
    expect((await run(['providers'])).out).toMatch(/^google +90 +30 +4 +1$/m);
  });

  it('given dead letters, when listed, shown and repaired, then the service that does not answer is named', async () => {
    const listed = await run(['dead-letters', 'list', '--topic', 'a.event.b.v1']);
    expect(listed.out).toContain('calendar-sync  12');
    expect(listed.out).toContain('notifier does not answer\n');
    const of = ['--service', 'calendar-sync', '12'];
    const shown = await run(['dead-letters', 'show', ...of, '--reason', 'Ticket 4711']);
    expect(shown.out).toContain('{"kind":"x"}');
    expect(await run(['dead-letters', 'replay', ...of])).toMatchObject({ code: 0, out: 'replayed 12\n' });
    expect(await run(['dead-letters', 'discard', ...of])).toMatchObject({ code: 0, out: 'discarded 12\n' });
    expect(await run(['dead-letters', 'discard', ...of, '13'])).toMatchObject({
      code: 1,
      err: `error: 13: ${gateway.url} answered 404: There is no such thing. (those before it are done)\n`,
    });
  });

  it('given no server, when called, then the line names address and reason', async () => {
    const stopped = await startFakeGateway({});
    await stopped.close();
    const result = await runWith(['application', 'list'], { env: { PUBLIC_URL: stopped.url, ADMIN_KEY: key } });
    expect(result).toEqual({
      code: 1,
      out: '',
      err: `error: ${stopped.url} does not answer (ECONNREFUSED): is Kalends running there?\n`,
    });
  });

  it('given --help, when run, then the code is 0 and the sources of address and key are listed', async () => {
    const result = await runWith(['--help']);
    expect(result).toMatchObject({ code: 0, err: '' });
    for (const word of ['application', 'dead-letters', '--base-url', 'PUBLIC_URL', '.kalends'])
      expect(result.out).toContain(word);
  });
});

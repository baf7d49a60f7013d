import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada, fixed, scope, startMicrosoft, type SimulatedMicrosoft } from './microsoft.fixture.js';

const withSettings = [...scope, 'MailboxSettings.Read'];

describe('the time zone of a mailbox at Microsoft', () => {
  let microsoft: SimulatedMicrosoft;
  beforeEach(async () => void (microsoft = await startMicrosoft()));
  afterEach(() => microsoft.close());

  async function zoneOf(timeZone: string, atMicrosoft = withSettings, stored = atMicrosoft) {
    const users = [{ email: ada, timeZone }];
    const grants = [{ email: ada, client_id: 'test', scope: atMicrosoft.join(' ') }];
    const seeded = await microsoft.control('seed', { microsoft: { users, grants } });
    const [grant] = (seeded as { microsoft: { grants: { access_token: string }[] } }).microsoft.grants;
    return microsoft.provider(fixed(grant!.access_token, stored)).timeZone!();
  }
  const requests = async () => (await microsoft.counts())['mailboxSettings.timeZone'] ?? 0;

  it.each([
    ['a Windows name', 'Pacific Standard Time', 'America/Los_Angeles'],
    ['a name of IANA', 'Europe/Vienna', 'Europe/Vienna'],
    ['UTC', 'UTC', 'Etc/UTC'],
    ['one that only the mailbox defines', 'Customized Time Zone', null],
  ])('given %s, then it is read with one request', async (_what, name, zone) => {
    expect([await zoneOf(name), await requests()]).toEqual([zone, 1]);
  });

  it('given no permission for the settings, then none, without a request', async () => {
    expect([await zoneOf('UTC', scope), await requests()]).toEqual([null, 0]);
  });

  it('given a permission that Microsoft does not know of, then the failure is the provider’s', async () => {
    await expect(zoneOf('UTC', scope, withSettings)).rejects.toMatchObject({ failure: 'refused' });
  });
});

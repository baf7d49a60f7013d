import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada, fixed, scope, startMicrosoft, type SimulatedMicrosoft } from './microsoft.fixture.js';

const withSettings = [...scope, 'MailboxSettings.Read'];
const office = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

describe('working hours at Microsoft', () => {
  let microsoft: SimulatedMicrosoft;
  beforeEach(async () => void (microsoft = await startMicrosoft()));
  afterEach(() => microsoft.close());

  /** Ada's provider, with these scopes granted at Microsoft and stored here; `workingHours`: those of her mailbox. */
  async function granted(workingHours?: object, atMicrosoft = withSettings, stored = atMicrosoft) {
    const users = workingHours ? [{ email: ada, timeZone: 'Pacific Standard Time', workingHours }] : [];
    const grants = [{ email: ada, client_id: 'test', scope: atMicrosoft.join(' ') }];
    const seeded = await microsoft.control('seed', { microsoft: { users, grants } });
    const [grant] = (seeded as { microsoft: { grants: { access_token: string }[] } }).microsoft.grants;
    return microsoft.provider(fixed(grant!.access_token, stored));
  }
  const requests = async () => (await microsoft.counts())['mailboxSettings.workingHours'] ?? 0;

  it('given those of an office, when read, then every weekday in the zone of its Windows name, with one request', async () => {
    const hours = await (await granted({})).workingHours();
    expect(hours).toEqual({
      tzid: 'America/Los_Angeles',
      weekly_periods: office.map((day) => ({ day, start_time: '08:00', end_time: '17:00' })).sort(byWeek),
    });
    expect(await requests()).toBe(1);
  });

  it('given a night shift in a zone of its own, when read, then it continues on the next day', async () => {
    const own = { daysOfWeek: ['saturday'], startTime: '22:30:00.0000000', endTime: '06:00:00.0000000' };
    const provider = await granted({ ...own, timeZone: { name: 'W. Europe Standard Time' } });
    expect(await provider.workingHours()).toEqual({
      tzid: 'Europe/Berlin',
      weekly_periods: [
        { day: 'saturday', start_time: '22:30', end_time: '24:00' },
        { day: 'sunday', start_time: '00:00', end_time: '06:00' },
      ],
    });
  });

  it.each([
    ['a zone that only the mailbox defines', { timeZone: { name: 'Customized Time Zone' } }],
    ['times that are none', { startTime: '25:00:00.0000000' }],
    ['days that are no list', { daysOfWeek: 'monday' }],
  ])('given %s, when read, then no hours', async (_what, workingHours) => {
    expect(await (await granted(workingHours)).workingHours()).toBeNull();
    expect(await requests()).toBe(1);
  });

  it('given days that do not exist, when read, then the others', async () => {
    const provider = await granted({ daysOfWeek: ['someday', 'friday', 7, '__proto__'] });
    expect((await provider.workingHours())!.weekly_periods.map(({ day }) => day)).toEqual(['friday']);
  });

  it('given a consent without the permission, when read, then no hours and no request', async () => {
    expect(await (await granted(undefined, scope)).workingHours()).toBeNull();
    expect(await requests()).toBe(0);
  });

  it('given a permission that was withdrawn, when read, then refused, not disconnected', async () => {
    const provider = await granted(undefined, scope, withSettings);
    await expect(provider.workingHours()).rejects.toMatchObject({ failure: 'refused' });
  });
});

const week = ['sunday', ...office, 'saturday'];
const byWeek = (a: { day: string }, b: { day: string }) => week.indexOf(a.day) - week.indexOf(b.day);

import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  decideAtGoogle,
  decideAtMicrosoft,
  grace,
  startConsentSetup,
  toGoogle,
  toMicrosoft,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

describe('permissions that only the operator wants (ACC-20)', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => {
    setup = await startConsentSetup(clock.now, {
      GOOGLE_OPTIONAL_ACCESS: 'working-hours',
      MICROSOFT_TENANT: 'organizations',
      MICROSOFT_OPTIONAL_ACCESS: 'working-hours,shared-calendars',
    });
  });
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    await setup.control('clock', { now: new Date(clock.now()).toISOString() });
  });

  const known = () => setup.stageRequests.map((one) => one.less_granted);
  const base = 'openid profile email offline_access User.Read Calendars.ReadWrite';

  it.each([
    ['everything', `${base} Calendars.ReadWrite.Shared MailboxSettings.Read`, undefined],
    ['no working hours', `${base} Calendars.ReadWrite.Shared`, true],
    ['no shared calendars', `${base} MailboxSettings.Read`, true],
    ['shared calendars for reading only', `${base} Calendars.Read.Shared MailboxSettings.Read`, true],
    ['more than was requested', `${base} Calendars.ReadWrite.Shared mailboxsettings.readwrite`, undefined],
  ])('given a grant at Microsoft of %s, then calendar-sync knows whether it is less', async (_what, scope, less) => {
    const visitor = setup.visitor();
    const page = new URL(await toMicrosoft(visitor));
    expect(page.searchParams.get('scope')).toBe(`${base} Calendars.ReadWrite.Shared MailboxSettings.Read`);
    page.searchParams.set('scope', scope);
    await visitor.open(await decideAtMicrosoft(page.href, grace));
    expect(known()).toEqual([less]);
  });

  it.each([
    ['no working hours', [], true],
    ['working hours', ['.calendars.readonly'], undefined],
  ])('given a grant at Google of %s, then calendar-sync knows whether it is less', async (_what, more, less) => {
    const visitor = setup.visitor();
    const scopes = ['.events', '.calendarlist.readonly', ...more].map(
      (name) => `https://www.googleapis.com/auth/calendar${name}`,
    );
    const page = await toGoogle(visitor);
    await visitor.open(await decideAtGoogle(page, ada, 'allow', ['openid', 'email', ...scopes]));
    expect(known()).toEqual([less]);
  });
});

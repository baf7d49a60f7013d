import { startRadicale, waitUntil } from '@kalends/testing';
import type { Application } from '../harness/kalends.js';
import type { World } from './actors.js';
import { CaldavPhone } from './caldav-phone.js';
import { injectFaultAtCaldav, injectFaultAtGoogle, injectFaultAtMicrosoft } from './faults.js';
import { startFaultyProxy, type ProxyFault } from './faulty-proxy.js';
import { GooglePhone } from './google-phone.js';
import type { Person } from './google.js';
import type { Installation } from './installation.js';
import { MicrosoftPhone } from './microsoft-phone.js';
import { Mailbox } from './microsoft.js';
import { connectInBrowser, renew, type Connected } from './journey.js';

const nothing = () => ({ applicationEvents: new Map(), otherAppEvents: new Map(), contested: new Set<string>() });

/** The account's calendar at a provider, once its first sync is complete. */
async function calendarOf({ kalends }: Installation, account: Connected, provider: string): Promise<string> {
  const find = async () => {
    interface Calendar {
      provider_name: string;
      calendar_id: string;
    }
    const { body } = await kalends.get<{ calendars: Calendar[] }>(account.access_token, '/v1/calendars');
    return body.calendars.find(({ provider_name }) => provider_name === provider)?.calendar_id;
  };
  return waitUntil(find, { timeout: 60_000, what: `the calendar of ${provider}` });
}

/** A person with a calendar at Google. */
export async function googleWorld(at: Installation, application: Application, name: string) {
  const person: Person = await at.google.person(`${name}@example.com`);
  const account = await connectInBrowser(at.kalends, application, { ...person, provider: 'google' });
  const world: World = {
    account,
    renew: () => renew(at.kalends, application, account),
    phone: new GooglePhone(at.google, person),
    injectFault: (random) => injectFaultAtGoogle(at.google, person, random),
    calendarId: await calendarOf(at, account, 'google'),
    ...nothing(),
  };
  return { ...world, person };
}

/** A person with a calendar of an organization at Microsoft. */
export async function microsoftWorld(at: Installation, application: Application, name: string) {
  const mailbox = await Mailbox.create(at.google, `${name}@example.com`);
  const { email } = mailbox;
  const account = await connectInBrowser(at.kalends, application, { email, provider: 'exchange' });
  const { id: calendar } = await mailbox.calendar();
  const world: World = {
    account,
    renew: () => renew(at.kalends, application, account),
    phone: new MicrosoftPhone(mailbox),
    injectFault: (random) => injectFaultAtMicrosoft({ simulator: at.google, email, calendar }, random),
    calendarId: await calendarOf(at, account, 'exchange'),
    ...nothing(),
  };
  return { ...world, mailbox };
}

/** A person with a calendar at their own CalDAV server, which the service reaches through an unreliable connection. */
export async function caldavWorld(at: Installation, application: Application, name: string) {
  const radicale = await startRadicale({ users: { [name]: 'app-password' } });
  const phone = await CaldavPhone.create(radicale, name, 'app-password');
  const proxy = await startFaultyProxy(radicale.url);
  const account = await at.kalends.account(application, { email: `${name}@example.com`, name });
  const credentials = { provider_name: 'caldav', url: proxy.url, username: name, password: 'app-password' };
  const connected = await at.kalends.admin('POST', `/accounts/${account.sub}/profiles`, credentials);
  if (connected.status !== 201) throw new Error(`the CalDAV account was answered ${connected.status}`);
  const world: World = {
    account,
    renew: () => renew(at.kalends, application, account),
    phone,
    injectFault: (random) => injectFaultAtCaldav(proxy, random),
    calendarId: await calendarOf(at, account, 'caldav'),
    ...nothing(),
  };
  const stop = async () => {
    proxy.close();
    await radicale.stop();
  };
  /** Fails the next requests that read. */
  const fail = async (fault: Omit<ProxyFault, 'methods' | 'seconds'>) =>
    proxy.add({ methods: ['PROPFIND', 'REPORT', 'GET'], seconds: 60, ...fault });
  return { ...world, calm: () => proxy.clear(), fail, stop };
}

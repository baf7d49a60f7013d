import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRadicale, type Radicale } from '@kalends/testing';
import { hour, idOf, insertProfiles, type AccountsOfDays, type Size } from './accounts-of-days.fixture.js';
import { close, startCountingProxy } from './counting-proxy.fixture.js';

const userOf = (index: number) => `person${index}`;
const calendarOf = (n: number) => `calendar${n}`;
const password = 'secret';

/** In Radicale's storage, as MKCALENDAR leaves them. */
async function storeCalendars({ dir }: Radicale, { accounts, calendars }: Size): Promise<void> {
  for (let index = 0; index < accounts; index += 1)
    for (let n = 0; n < calendars; n += 1) {
      const folder = join(dir, 'collections/collection-root', userOf(index), calendarOf(n));
      await mkdir(folder, { recursive: true });
      const props = { tag: 'VCALENDAR', 'C:supported-calendar-component-set': 'VEVENT', 'D:displayname': `No. ${n}` };
      await writeFile(join(folder, '.Radicale.props'), JSON.stringify(props));
    }
}

const utc = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

const eventOf = (uid: string, title: string, startsAt: number) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//another program//EN', 'BEGIN:VEVENT', `UID:${uid}`],
    ...[`DTSTAMP:${utc(startsAt)}`, `DTSTART:${utc(startsAt)}`, `DTEND:${utc(startsAt + hour)}`],
    ...[`SUMMARY:${title}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');

/** Accounts at a Radicale, each with a user of its own. The server's clock is not moved: it compares contents. */
export async function startCaldavAccounts(size: Size): Promise<AccountsOfDays> {
  const people = Array.from({ length: size.accounts }, (_, index) => userOf(index));
  const radicale = await startRadicale({ users: Object.fromEntries(people.map((user) => [user, password])) });
  await storeCalendars(radicale, size);
  const proxy = await startCountingProxy(radicale.url);
  let added = 0;
  return {
    proxy,
    settings: () => ({}),
    setClock: async () => undefined,
    insert: (pool, sealer, now) =>
      insertProfiles(
        pool,
        people.map((username, index) => {
          const sealed_password = sealer.seal(password, `profile:${idOf(index)}`);
          return { provider: 'caldav', profile_id: idOf(index), url: `${proxy.url}/`, username, sealed_password };
        }),
        now,
      ),
    lists: /^PROPFIND \/person\d+\/$/,
    drop: async () => undefined,
    add: async (index, title, startsAt) => {
      const uid = `added-${(added += 1)}`;
      const answer = await fetch(`${radicale.url}${userOf(index)}/${calendarOf(0)}/${uid}.ics`, {
        method: 'PUT',
        headers: {
          authorization: `Basic ${Buffer.from(`${userOf(index)}:${password}`).toString('base64')}`,
          'content-type': 'text/calendar; charset=utf-8',
        },
        body: eventOf(uid, title, startsAt),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    stop: () => {
      close(proxy.server);
      return radicale.stop();
    },
  };
}

import {
  missingForCyrus,
  missingForRadicale,
  missingForXandikos,
  startCyrus,
  startRadicale,
  startXandikos,
  type OneUserServer,
} from '@kalends/testing';
import { providerConformance, type ProviderWorld } from '../port/provider.conformance.js';
import { accountAt, fill, createCalendar, createCalendarAt, putAll, send } from './caldav.fixture.js';

async function worldAt(
  root: string,
  url: string,
  more: Pick<ProviderWorld, 'stop'> & Pick<ProviderWorld['others'], 'putMany'>,
) {
  const provider = accountAt(root);
  const at = (href: string) => new URL(href, url).href;
  return {
    provider,
    calendar: (await provider.calendars())[0]!,
    others: {
      put: async (name: string, object: string) => {
        const target = `${url}${name.includes('%') ? name : encodeURIComponent(name)}`;
        await send(target, 'PUT', object);
        return new URL(target).pathname;
      },
      putMany: more.putMany,
      read: async (href: string) => (await send(at(href), 'GET')).text(),
      remove: async (href: string) => void (await send(at(href), 'DELETE')),
    },
    withPassword: (password: string) => accountAt(root, { password }),
    stop: more.stop,
  };
}

async function onRadicale(): Promise<ProviderWorld> {
  const radicale = await startRadicale();
  const url = await createCalendar(radicale, 'home', 'Home');
  const putMany = (objects: ReadonlyMap<string, string>) => fill(radicale, 'home', objects);
  return worldAt(radicale.url, url, { putMany, stop: () => radicale.stop() });
}

const on = (start: () => Promise<OneUserServer>) => async (): Promise<ProviderWorld> => {
  const server = await start();
  const url = `${server.home}home/`;
  await createCalendarAt(url, 'Home');
  return worldAt(server.url, url, {
    putMany: (objects) => (server.fill ? server.fill('home', objects) : putAll(url, objects)),
    stop: () => server.stop(),
  });
};

providerConformance('over CalDAV, on Radicale', onRadicale, missingForRadicale());
providerConformance('over CalDAV, on Xandikos', on(startXandikos), missingForXandikos());
providerConformance('over CalDAV, on Cyrus', on(startCyrus), missingForCyrus());

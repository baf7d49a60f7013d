import { missingForRadicale, startRadicale } from '@kalends/testing';
import { providerConformance, type ProviderWorld } from '../provider/provider.conformance.js';
import { accountAt, fill, makeCalendar, send } from './caldav.fixture.js';

async function start(): Promise<ProviderWorld> {
  const radicale = await startRadicale();
  const url = await makeCalendar(radicale, 'home', 'Home');
  const provider = accountAt(radicale.url);
  const at = (href: string) => new URL(href, url).href;
  return {
    provider,
    calendar: (await provider.calendars())[0]!,
    others: {
      put: async (name, object) => {
        const target = `${url}${name.includes('%') ? name : encodeURIComponent(name)}`;
        await send(target, 'PUT', object);
        return new URL(target).pathname;
      },
      putMany: (objects) => fill(radicale, 'home', objects),
      read: async (href) => (await send(at(href), 'GET')).text(),
      remove: async (href) => void (await send(at(href), 'DELETE')),
    },
    stop: () => radicale.stop(),
  };
}

providerConformance('over CalDAV, on Radicale', start, missingForRadicale());

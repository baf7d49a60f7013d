import {
  missingForCyrus,
  missingForDavical,
  missingForSabre,
  missingForSogo,
  missingForXandikos,
  startCyrus,
  startDavical,
  startSabre,
  startSogo,
  startXandikos,
  type OneUserServer,
} from '@kalends/testing';
import { providerConformance, type ProviderWorld } from '@kalends/provider-port/testing';
import { createCalendarAt, putAll } from './caldav.fixture.js';
import { worldAt } from './caldav-world.fixture.js';

const on =
  (start: () => Promise<OneUserServer>, more: Partial<ProviderWorld> = {}) =>
  async (): Promise<ProviderWorld> => {
    const server = await start();
    const url = `${server.home}home/`;
    await createCalendarAt(url, 'Home');
    const world = await worldAt(server.url, url, {
      putMany: (objects) => (server.fill ? server.fill('home', objects) : putAll(url, objects)),
      stop: () => server.stop(),
    });
    return { ...world, ...more };
  };

providerConformance('over CalDAV, on Xandikos', on(startXandikos), missingForXandikos());
providerConformance('over CalDAV, on Cyrus', on(startCyrus), missingForCyrus());
providerConformance('over CalDAV, on sabre/dav', on(startSabre, { listsInFull: true }), missingForSabre());
providerConformance(
  'over CalDAV, on DAViCal',
  on(startDavical, { acceptsAnyCursor: true, escapesNames: true }),
  missingForDavical(),
);
providerConformance(
  'over CalDAV, on SOGo',
  on(startSogo, { acceptsAnyCursor: true, repeatsDeletions: true, cutsNames: true }),
  missingForSogo(),
);

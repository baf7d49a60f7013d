import { missingForRadicale, startRadicale } from '@kalends/testing';
import { providerConformance, type ProviderWorld } from '@kalends/provider-port/testing';
import { createCalendar, fill } from './caldav.fixture.js';
import { worldAt } from './caldav-world.fixture.js';

async function onRadicale(): Promise<ProviderWorld> {
  const radicale = await startRadicale();
  const url = await createCalendar(radicale, 'home', 'Home');
  const putMany = (objects: ReadonlyMap<string, string>) => fill(radicale, 'home', objects);
  return worldAt(radicale.url, url, { putMany, stop: () => radicale.stop() });
}

providerConformance('over CalDAV, on Radicale', onRadicale, missingForRadicale());

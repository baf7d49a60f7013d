import { providerConformance, type ProviderWorld } from '@kalends/provider-port/testing';
import { ada, startGoogle } from './google.fixture.js';
import { idFor, printed, translated } from './ical-over-google.fixture.js';
import type { GoogleEvent } from './resources.js';

async function start(): Promise<ProviderWorld> {
  const google = await startGoogle();
  const provider = google.provider();
  const present = new Set<string>();
  const get = async (id: string) => (await google.others('GET', id)) as unknown as GoogleEvent;
  const exists = (id: string) =>
    get(id).then(
      ({ status }) => status !== 'cancelled',
      () => false,
    );
  const put = async (name: string, object: string) => {
    const { master, exceptions } = translated(object);
    const id = (await exists(name)) ? name : idFor(name);
    if (present.has(id) || id === name) await google.others('PATCH', id, master);
    else await google.others('POST', undefined, { id, ...master });
    present.add(id);
    for (const [suffix, change] of exceptions) await google.others('PATCH', `${id}_${suffix}`, change);
    return id;
  };
  return {
    provider,
    calendar: (await provider.calendars())[0]!,
    others: {
      put,
      putMany: async (objects) => {
        const events = [...objects].map(([name, object]) => ({
          calendar: ada,
          event: { id: idFor(name), ...translated(object).master },
        }));
        await google.control('seed', { events });
      },
      read: async (href) => {
        const list = (await google.others('GET')) as { items: GoogleEvent[] };
        const isPart = (one: GoogleEvent) => one.recurringEventId === href && one.status !== 'cancelled';
        return printed([await get(href), ...list.items.filter(isPart)]);
      },
      remove: async (href) => void (await google.others('DELETE', href)),
    },
    stop: () => google.close(),
  };
}

providerConformance('of Google, simulated', start);

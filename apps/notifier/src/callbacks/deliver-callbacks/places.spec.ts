import { describe, expect, it } from 'vitest';
import { Places, type Place } from './places.js';

const of = (client_id: string, name: string, domain = `${name}.example`): Place => ({
  client_id,
  domain,
  origin: `https://${name}.example`,
});

/** As many as there is room for, each to an origin of its own: `to` returns where. */
function fill(places: Places, client_id: string, to: (n: number) => Place): Place[] {
  const taken: Place[] = [];
  for (let n = 0; ;) {
    const { limit, applications, application, domains, domain } = places.rooms();
    const place = to(n);
    const room = Math.min(
      limit,
      applications.find((one) => one.client_id === client_id)?.room ?? application,
      domains.find((one) => one.client_id === client_id && one.domain === place.domain)?.room ?? domain,
    );
    if (room <= 0) return taken;
    for (const end = n + room; n < end; n += 1) {
      taken.push(to(n));
      places.take(to(n));
    }
  }
}

describe('places (CBK-12)', () => {
  it('given an application with any number of domains, then it gets half of the 1,024 places', () => {
    const taken = fill(new Places(), 'a', (n) => of('a', `a${n}`));
    expect(taken.length).toBeGreaterThan(480);
    expect(taken.length).toBeLessThanOrEqual(512);
  });

  it('given an application with one domain, then it gets a third', () => {
    const taken = fill(new Places(), 'a', (n) => of('a', `a${n}`, 'same.example'));
    expect(taken.length).toBeGreaterThan(320);
    expect(taken.length).toBeLessThanOrEqual(342);
  });

  it('given ten applications that take what they can, then the eleventh finds places', () => {
    const places = new Places();
    for (let index = 0; index < 10; index += 1) fill(places, `a${index}`, (n) => of(`a${index}`, `a${index}-${n}`));
    const { limit, application, domain } = places.rooms();
    expect(Math.min(limit, application, domain)).toBeGreaterThan(0);
  });

  it('given an origin that did not respond in time, then it has one place until it does, for this application only', () => {
    const places = new Places();
    const place = of('a', 'slow');
    places.take(place);
    places.leave(place, false);
    expect(places.rooms().origins).toEqual([{ client_id: 'a', origin: place.origin, room: 1 }]);
    places.take(place);
    expect(places.rooms().origins).toEqual([{ client_id: 'a', origin: place.origin, room: 0 }]);
    places.leave(place, true);
    expect(places.rooms().origins).toEqual([]);
  });

  it('given everything has ended, then nothing is counted', () => {
    const places = new Places();
    for (const place of fill(places, 'a', (n) => of('a', `a${n}`))) places.leave(place, true);
    expect(places.rooms()).toEqual({
      ...{ limit: 512, applications: [], application: 512, domains: [], domain: 341, origins: [], origin: 8 },
    });
  });
});

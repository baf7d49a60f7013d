import { missingForRadicale, skipFor, startRadicale, type Radicale } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type Proxy } from '@kalends/provider-port/testing';
import type { NewCalendar } from '@kalends/provider-port/sync';
import { accountAt, createCalendar, send } from './caldav.fixture.js';
import type { CaldavProvider } from './caldav-provider.js';

const rotas: NewCalendar = { key: 'c3'.repeat(20), name: 'Rotas', color: '#49bed8', tzid: 'Europe/London' };

describe('MKCALENDAR on a server that misbehaves', () => {
  let radicale: Radicale;
  let proxy: Proxy;
  let provider: CaldavProvider;
  beforeEach(async (context) => {
    const missing = missingForRadicale();
    if (missing !== undefined) return skipFor(context, missing);
    radicale = await startRadicale();
    await createCalendar(radicale, 'home', 'Home');
    proxy = await startProxy(radicale.url);
    provider = accountAt(proxy.url);
  });
  afterEach(async () => {
    await proxy?.stop();
    await radicale?.stop();
  });

  const named = async (name: string) => (await provider.calendars()).filter((one) => one.name === name);

  /** Responses to MKCALENDAR requests whose body matches the pattern. */
  const answer = (status: number, pattern: RegExp, body = '') =>
    proxy.misbehave(async ({ method, body: sent }, response) => {
      if (method !== 'MKCALENDAR' || !pattern.test(sent.toString())) return false;
      response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
      return true;
    });

  it('given a lost response, when requested again, then there is one calendar, created by one request', async () => {
    proxy.misbehave(async ({ method }, response, forward) => {
      if (method !== 'MKCALENDAR') return false;
      await forward();
      response.destroy();
      return true;
    });
    await expect(provider.createCalendar(rotas)).rejects.toMatchObject({ failure: 'unavailable' });
    proxy.heal();
    proxy.drain();
    const created = await provider.createCalendar(rotas);
    expect(proxy.drain().filter(({ method }) => method === 'MKCALENDAR')).toEqual([]);
    expect((await named('Rotas')).map(({ href }) => href)).toEqual([created.href]);
  });

  it('given one that was renamed since, when requested by the old name, then another is created and the first stays', async () => {
    const first = await provider.createCalendar(rotas);
    const body = `<propertyupdate xmlns="DAV:"><set><prop><displayname>Renamed</displayname></prop></set></propertyupdate>`;
    await send(new URL(first.href, radicale.url).href, 'PROPPATCH', body);
    const second = await provider.createCalendar(rotas);
    expect(second.href).not.toBe(first.href);
    expect((await named('Renamed')).map(({ href }) => href)).toEqual([first.href]);
    expect((await named('Rotas')).map(({ href }) => href)).toEqual([second.href]);
  });

  it.each([207, 403, 422])(
    'given a server that rejects a colour with %i, then the calendar is created without it',
    async (status) => {
      answer(status, /calendar-color/, '<d:multistatus xmlns:d="DAV:"></d:multistatus>');
      expect(await provider.createCalendar(rotas)).toMatchObject({ name: 'Rotas' });
      expect(await named('Rotas')).toHaveLength(1);
    },
  );

  it.each([
    [403, 'You may not make calendars here'],
    [405, 'Method not allowed'],
    [501, 'Not implemented'],
    [507, 'No space is left'],
  ])('given a server that refuses with %i, when requested, then it is refused with the reason', async (status, why) => {
    answer(status, /mkcalendar/, `<d:error xmlns:d="DAV:"><d:p>${why}</d:p></d:error>`);
    const refused = expect(provider.createCalendar(rotas)).rejects;
    await refused.toMatchObject({
      failure: 'refused',
      message: expect.stringMatching(new RegExp(`${status}.*${why}`)),
    });
    expect(await named('Rotas')).toEqual([]);
  });

  it('given an address that is one calendar, when another is requested, then it is refused', async () => {
    const one = accountAt(`${radicale.url}ada/home/`);
    await expect(one.createCalendar(rotas)).rejects.toMatchObject({ failure: 'refused' });
  });
});

import { describe, expect, it } from 'vitest';
import { readAll, useFaultyServer } from './faulty-server.fixture.js';

describe('members of a calendar that their server does not return', () => {
  const at = useFaultyServer();

  const nameOf = (path: string) => path.split('/').at(-1)!;
  const uids = ({ changed }: Awaited<ReturnType<typeof readAll>>) => changed.map(({ series }) => series.uid).sort();

  /** GET of these names is answered with the status; so is every multiget, which then returns none of them. */
  function withhold(status: number, names: readonly string[], multiget: number | 'within') {
    at.proxy.misbehave(async ({ method, path, body, request }, response, forward) => {
      if (method === 'GET' && names.includes(nameOf(path))) {
        response.writeHead(status).end();
        return true;
      }
      if (method !== 'REPORT' || !body.includes('calendar-multiget')) return false;
      if (multiget !== 'within') {
        response.writeHead(multiget).end();
        return true;
      }
      request.headers['accept-encoding'] = 'identity';
      const xml = (await forward()).body.toString();
      const shown = xml.split(/(?=<response>)/).map((part) => {
        const href = /<href>([^<]*)<\/href>/.exec(part)?.[1] ?? '';
        if (!names.includes(nameOf(href))) return part;
        const refused = `<response><href>${href}</href><status>HTTP/1.1 ${status} Withheld</status></response>`;
        return part.endsWith('</multistatus>') ? `${refused}</multistatus>` : refused;
      });
      response.writeHead(207, { 'content-type': 'text/xml' }).end(shown.join(''));
      return true;
    });
  }

  describe.each([
    ['a GET', 501],
    ['a multiget', 'within'],
  ] as const)('in the answer to %s', (_where, multiget) => {
    it.each([400, 403, 500])('given one that is answered with %i, then the others are returned', async (status) => {
      for (const name of ['one', 'private', 'two']) await at.put(`${name}.ics`, name);
      withhold(status, ['private.ics'], multiget);
      const read = await readAll(at.provider, at.calendar, null);
      expect(uids(read)).toEqual(['one', 'two']);
      const [skipped, ...others] = read.skipped;
      expect(others).toEqual([]);
      expect(skipped).toMatchObject({
        etag: '',
        reason: 'unreadable',
        detail: expect.stringMatching(`answered ${status}`),
      });
      expect(skipped!.href).toMatch(/private\.ics$/);
      expect(read.removed).toEqual([]);
    });
  });

  it.each([404, 410])(
    'given a server that answers a multiget with %i because one was deleted meanwhile, then the others are returned',
    async (status) => {
      for (const name of ['one', 'deleted', 'two']) await at.put(`${name}.ics`, name);
      withhold(status, ['deleted.ics'], status);
      expect(uids(await readAll(at.provider, at.calendar, null))).toEqual(['one', 'two']);
    },
  );

  it('given one that becomes readable without a change, when the calendar is read again, then it is returned', async () => {
    for (const name of ['one', 'private']) await at.put(`${name}.ics`, name);
    withhold(403, ['private.ics'], 'within');
    const first = await readAll(at.provider, at.calendar, null);
    const known = new Map([...first.changed, ...first.skipped].map(({ href, etag }) => [href, etag]));
    at.proxy.heal();
    expect(uids(await readAll(at.provider, at.calendar, null, known))).toEqual(['private']);
    const delta = await readAll(at.provider, at.calendar, first.cursor, known);
    expect([delta.kind, uids(delta)]).toEqual(['delta', ['private']]);
  });

  it('given many that stay unreadable, when changes are read, then they are not requested each time', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `private-${index}`);
    for (const name of ['one', ...names]) await at.put(`${name}.ics`, name);
    withhold(
      403,
      names.map((name) => `${name}.ics`),
      'within',
    );
    const first = await readAll(at.provider, at.calendar, null);
    const known = new Map([...first.changed, ...first.skipped].map(({ href, etag }) => [href, etag]));
    at.proxy.drain();
    await readAll(at.provider, at.calendar, first.cursor, known);
    expect(at.proxy.drain().map(({ method }) => method)).toEqual(['REPORT']);
  });

  it.each([403, 500])(
    'given that every one is answered with %i, when all is read, then the calendar is refused, not empty',
    async (status) => {
      for (const name of ['one', 'two']) await at.put(`${name}.ics`, name);
      withhold(status, ['one.ics', 'two.ics'], 501);
      await expect(readAll(at.provider, at.calendar, null)).rejects.toMatchObject({ failure: 'refused' });
    },
  );

  it('given a server that is overloaded for one, then the read fails and is repeated', async () => {
    for (const name of ['one', 'two']) await at.put(`${name}.ics`, name);
    withhold(503, ['two.ics'], 501);
    await expect(readAll(at.provider, at.calendar, null)).rejects.toMatchObject({ failure: 'unavailable' });
  });
});

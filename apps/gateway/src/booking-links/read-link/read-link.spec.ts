import { afterAll, beforeAll, expect, it } from 'vitest';
import { newApplication } from '../../read-model/gateway-database.fixture.js';
import { createdOf, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';

let links: Links;
beforeAll(async () => void (links = await startLinks(freeFrom(noon, 4))));
afterAll(() => links.gateway.stop());

const read = (path: string, token = links.application.secret) =>
  links.gateway.call('GET', `/v1/real_time_scheduling${path}`, { token });

it('given a link, when read by its id or its token, then both are what creation answered; for others it does not exist (SCH-2)', async () => {
  const { linkId, token, real_time_scheduling } = await createdOf(links.create());
  expect(await read(`/${linkId}`)).toMatchObject({ status: 200, body: { real_time_scheduling } });
  expect(await read(`?token=${token}`)).toMatchObject({ status: 200, body: { real_time_scheduling } });
  const { secret } = await newApplication(links.gateway.database.pool);
  for (const path of [`/${linkId}`, `?token=${token}`]) expect((await read(path, secret)).status).toBe(404);
  for (const path of ['/sch_none', '?token=none']) expect((await read(path)).status).toBe(404);
  for (const path of ['', '?token=', `?token=${'x'.repeat(257)}`]) expect((await read(path)).status).toBe(422);
});

it('given a stored link, then its token is in no column as it is', async () => {
  const { token } = await createdOf(links.create());
  const { rows } = await links.gateway.database.pool.query<{ row: string }>(
    'SELECT booking_link::text AS row FROM booking_link',
  );
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
});

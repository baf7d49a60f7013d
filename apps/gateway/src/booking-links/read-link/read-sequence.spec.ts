import { afterAll, beforeAll, expect, it } from 'vitest';
import { newApplication } from '../../read-model/gateway-database.fixture.js';
import { createdOf, freeFrom, noon, sequenceOf, startLinks, type Links } from '../links.fixture.js';

let links: Links;
let given: Awaited<ReturnType<typeof sequenceOf>>;
beforeAll(async () => {
  links = await startLinks(freeFrom(noon, 4));
  given = await sequenceOf(links);
});
afterAll(() => links.gateway.stop());

const read = (path: string, token = links.application.secret, kind = 'real_time_sequencing') =>
  links.gateway.call('GET', `/v1/${kind}${path}`, { token });

it('given a link for a sequence, when read by its id or its token, then both are what creation answered; for others it does not exist (SCH-13)', async () => {
  const { linkId, token, link } = await given.created();
  expect(await read(`/${linkId}`)).toMatchObject({ status: 200, body: { real_time_sequencing: link } });
  expect(await read(`?token=${token}`)).toMatchObject({ status: 200, body: { real_time_sequencing: link } });
  const { secret } = await newApplication(links.gateway.database.pool);
  for (const path of [`/${linkId}`, `?token=${token}`]) expect((await read(path, secret)).status).toBe(404);
  for (const path of ['', '?token=', `?token=${'x'.repeat(257)}`]) expect((await read(path)).status).toBe(422);
});

it('given links of both kinds, then neither is found among the other (SCH-2, SCH-13)', async () => {
  const { linkId, token } = await given.created();
  const single = await createdOf(links.create());
  for (const path of [`/${single.linkId}`, `?token=${single.token}`]) expect((await read(path)).status).toBe(404);
  for (const path of [`/${linkId}`, `?token=${token}`])
    expect((await read(path, links.application.secret, 'real_time_scheduling')).status).toBe(404);
});

import { join } from 'node:path';
import { services, type ServiceName } from '@kalends/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containersOf, objectsOf, type KubernetesObject } from '../../k8s/manifests.js';
import { isFailure, summarise } from '../../outages/load.fixture.js';
import { inviteAndReply, writeAndRead } from '../../outages/path.fixture.js';
import { imageOf, lastRelease, root } from './cluster.fixture.js';
import { current, type Version } from './installation.fixture.js';
import { apply, kubectl } from './kubectl.fixture.js';
import { namespace, Production } from './production.fixture.js';
import { databaseUrl, grantTo, sql } from './servers.fixture.js';

const { version: tag, manifests } = await lastRelease();
const previous: Version = {
  tag,
  manifests,
  egress: 'notifier-settings',
  // 0.2.0 counts a connection over STARTTLS for 15 minutes after it has ended
  settings: { 'invites-settings': { SMTP_CONNECTIONS_PER_ADDRESS: '200' } },
};

describe('an upgrade from the last release', () => {
  let production: Production;
  beforeAll(async () => {
    production = await Production.start(previous);
  }, 900_000);
  afterAll(async () => {
    await production?.remove();
  }, 300_000);

  it('given the last release, when deployed as its manifests state, then the calls work', async () => {
    await writeAndRead(production.application, 'written by the last release');
    await inviteAndReply(production.application, await production.installation.mailServer(), 'of-the-last-release');
  });

  it.each([
    ['upgraded to this one', current],
    ['rolled back to the last release', previous],
    ['upgraded again', current],
  ])(
    'given load, when the installation is %s, then no request fails and nothing is lost',
    async (what, version) => {
      const { outcomes } = await production.underLoad(what, () => production.installation.upgrade(version));
      expect(summarise(outcomes.filter(isFailure))).toEqual([]);
      await writeAndRead(production.application, what);
      await inviteAndReply(
        production.application,
        await production.installation.mailServer(),
        what.replaceAll(' ', '-'),
      );
    },
    600_000,
  );

  it('given an empty database, when two replicas of each service migrate it at once, then both succeed', async () => {
    await sql('CREATE DATABASE empty');
    await grantTo('empty');
    const overlay = objectsOf(await kubectl(['kustomize', join(root, 'k8s/overlays/production')]));
    const jobs = services.map((service) => twice(overlay, service));
    await apply(jobs);
    const names = jobs.map(({ metadata }) => `job/${metadata.name}`);
    await production.installation.kubectl('wait', '--for=condition=complete', '--timeout=180s', ...names);
    for (const { metadata } of jobs) {
      const status = ['get', 'job', metadata.name, '-o', 'jsonpath={.status.succeeded} {.status.failed}'];
      expect([metadata.name, (await production.installation.kubectl(...status)).trim()]).toEqual([metadata.name, '2']);
    }
    const schemas = (await sql('SELECT schema_name FROM information_schema.schemata', 'empty')).split('\n');
    expect(schemas).toEqual(expect.arrayContaining(services.map((service) => service.replaceAll('-', '_'))));
  }, 300_000);
});

/** The service's migration Job with two pods at the same time, on the database `empty`. */
function twice(overlay: readonly KubernetesObject[], service: ServiceName): KubernetesObject {
  const isJob = ({ kind, metadata }: KubernetesObject) => kind === 'Job' && metadata.name === `migrate-${service}`;
  const job = structuredClone(overlay.find(isJob)!);
  const container = containersOf(job)[0]!;
  container.image = imageOf(service);
  container.env = [{ name: 'DATABASE_URL', value: databaseUrl(service, 'empty') }];
  const spec = { ...(job.spec as object), parallelism: 2, completions: 2, backoffLimit: 0 };
  return { ...job, metadata: { name: `migrate-${service}-twice`, namespace }, spec };
}

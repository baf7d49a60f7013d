import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { Application } from '../../outages/application.fixture.js';
import { assertConverged } from '../../outages/converged.fixture.js';
import { Load } from '../../outages/load.fixture.js';
import { report } from '../../outages/report.fixture.js';
import { Installation, type Version } from './installation.fixture.js';
import { stopIngress } from './ingress.fixture.js';
import { deleteNamespace, kubectl } from './kubectl.fixture.js';
import { administratorUrl, databaseUrl, password, startServers } from './servers.fixture.js';

export const namespace = 'kalends';

/** The production overlay with its servers, and an application that puts load on it. */
export class Production {
  readonly installation = new Installation({ overlay: 'production', namespace, databaseUrl });
  application!: Application;

  static async start(version: Version): Promise<Production> {
    const production = new Production();
    await production.remove();
    await kubectl(['create', 'namespace', namespace]);
    const certificate = await startServers();
    const { 'server.crt': crt, 'server.key': key } = certificate;
    await production.installation.createSecrets({
      'kalends-kafka': { username: 'kalends', password, 'ca.crt': crt },
      'smtp-tls': { 'tls.crt': crt, 'tls.key': key },
    });
    await production.installation.deploy(version);
    production.application = await production.installation.application();
    return production;
  }

  async remove(): Promise<void> {
    await this.application?.stop();
    await stopIngress();
    await Promise.all([namespace, 'kafka', 'postgres'].map(deleteNamespace));
  }

  /** Load during a change; afterwards all kinds of requests succeed, nothing is lost, and no container was restarted. */
  async underLoad(what: string, change: () => Promise<unknown>): Promise<Load> {
    const load = new Load(this.application, await this.installation.mailServer(), 200);
    load.start();
    await delay(2_000);
    await change();
    await load.recovered(performance.now());
    await load.stop();
    report(`production: ${what}`, load);
    await assertConverged({ database: { url: await administratorUrl() }, assertAlive: () => undefined }, load);
    expect(await this.installation.restarts()).toEqual({});
    return load;
  }
}

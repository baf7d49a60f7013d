import { join } from 'node:path';
import { openApiDocument } from '@kalends/public-api';
import { expect, it } from 'vitest';
import { objectsIn, type KubernetesObject } from './manifests.js';

const folder = (name: string) => objectsIn(join(import.meta.dirname, '../../k8s', name));

interface Spec {
  tls: object[];
  ingressClassName: string;
  rules: { host: string; http: { paths: { path: string; pathType: string; backend: object }[] } }[];
}
const specOf = ({ spec }: KubernetesObject) => spec as Spec;

it('given the optional Ingress of the console, then it has what the usual one hides, at the same host, for named networks only', () => {
  const [console, ...others] = folder('console');
  const usual = specOf(folder('base').find(({ kind }) => kind === 'Ingress')!);
  expect(others).toEqual([]);
  const { rules, ...rest } = specOf(console!);
  expect(rest).toEqual({ tls: usual.tls, ingressClassName: usual.ingressClassName });
  expect(rules.map(({ host }) => host)).toEqual(usual.rules.map(({ host }) => host));
  const range = console!.metadata.annotations!['nginx.ingress.kubernetes.io/whitelist-source-range'];
  expect(range).toMatch(/^10\./);
  const paths = rules.flatMap(({ http }) => http.paths);
  expect(paths.every(({ pathType }) => pathType === 'Prefix')).toBe(true);
  expect(paths.map(({ backend }) => backend)).toEqual([0, 1].map(() => usual.rules[0]!.http.paths[0]!.backend));
  const leads = (address: string) => paths.some(({ path }) => address === path || address.startsWith(`${path}/`));
  const { paths: all } = openApiDocument('https://calendar.example.com') as { paths: object };
  const operated = Object.keys(all).filter((address) => /^\/(admin|console)\//.test(address));
  expect(operated.length).toBeGreaterThan(10);
  expect(operated.filter((address) => !leads(address))).toEqual([]);
  expect(['/', '/v1/events', '/metrics', '/health/ready', '/consoles'].filter(leads)).toEqual([]);
});

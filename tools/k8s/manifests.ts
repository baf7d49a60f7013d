import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** A Kubernetes object, or a part of one. */
export type Manifest = { [key: string]: unknown };
export interface KubernetesObject extends Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
}

interface Patch {
  path: string;
  target?: { kind?: string; name?: string };
}
interface Kustomization {
  namespace?: string;
  resources: string[];
  images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
  patches?: Patch[];
}
interface JsonOperation {
  op: 'add' | 'replace';
  path: string;
  value: unknown;
}

const isObject = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists that strategic merge patches merge by a key; all others are replaced. */
const listKeys: Record<string, string> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
};

function mergeList(name: string, base: unknown, patch: unknown[]): unknown[] {
  const key = listKeys[name];
  if (!key || !Array.isArray(base)) return patch;
  const rest = base as Manifest[];
  const merged = rest.map((item) => {
    const change = (patch as Manifest[]).find((one) => one[key] === item[key]);
    return change ? merge(item, change) : item;
  });
  return [...(patch as Manifest[]).filter((one) => !rest.some((item) => item[key] === one[key])), ...merged];
}

/** A strategic merge patch, as far as the overlays use it: null removes, objects merge, lists by {@link listKeys}. */
function merge(base: Manifest, patch: Manifest): Manifest {
  const result: Manifest = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (Array.isArray(value)) result[name] = mergeList(name, result[name], value);
    else if (isObject(value)) result[name] = merge(isObject(result[name]) ? result[name] : {}, value);
    else result[name] = value;
  }
  return result;
}

/** `add` at the end of a list and `replace` of a member, the JSON patches that the overlays use. */
function applyOperation(object: KubernetesObject, { op, path, value }: JsonOperation): void {
  const steps = path.split('/').slice(1);
  const last = steps.pop()!;
  const parent = steps.reduce<unknown>((part, step) => (part as Manifest)[step], object);
  const place = `${path} of ${object.kind} ${object.metadata.name}`;
  if (op === 'add' && last === '-' && Array.isArray(parent)) parent.push(structuredClone(value));
  else if (op === 'replace' && isObject(parent) && last in parent) parent[last] = structuredClone(value);
  else throw new Error(`${op} of ${place} is not supported`);
}

const documents = (path: string) =>
  parseAllDocuments(readFileSync(path, 'utf8'))
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);

function applyPatch(objects: KubernetesObject[], patch: Patch, folder: string): KubernetesObject[] {
  const content = parse(readFileSync(join(folder, patch.path), 'utf8')) as KubernetesObject | JsonOperation[];
  const target = patch.target ?? {
    kind: (content as KubernetesObject).kind,
    name: (content as KubernetesObject).metadata.name,
  };
  const isMeant = ({ kind, metadata }: KubernetesObject) =>
    kind === target.kind && (target.name === undefined || metadata.name === target.name);
  if (!objects.some(isMeant)) throw new Error(`${patch.path} changes nothing`);
  if (!Array.isArray(content) && content.$patch === 'delete') return objects.filter((object) => !isMeant(object));
  return objects.map((object) => {
    if (!isMeant(object)) return object;
    if (!Array.isArray(content)) return merge(object, content) as KubernetesObject;
    const changed = structuredClone(object);
    content.forEach((operation) => applyOperation(changed, operation));
    return changed;
  });
}

const clusterWide = new Set(['Namespace']);

/**
 * The objects of a kustomization, as far as the overlays here use kustomize: resources, namespace, images, patches. A spec
 * compares it with kustomize's own output.
 */
export function build(folder: string): KubernetesObject[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  let objects = kustomization.resources.flatMap((name) =>
    name.endsWith('.yaml') ? documents(join(folder, name)) : build(join(folder, name)),
  );
  for (const patch of kustomization.patches ?? []) objects = applyPatch(objects, patch, dirname(join(folder, 'x')));
  for (const object of objects) {
    if (kustomization.namespace && !clusterWide.has(object.kind)) object.metadata.namespace = kustomization.namespace;
    for (const container of containersOf(object)) {
      const [name, tag] = container.image.split(':');
      const image = kustomization.images?.find((one) => one.name === name);
      const version = image?.digest ? `@${image.digest}` : `:${image?.newTag ?? tag}`;
      if (image) container.image = (image.newName ?? name) + version;
    }
  }
  return objects;
}

interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string } };
}
export interface Container extends Manifest {
  name: string;
  image: string;
  command: string[];
  args?: string[];
  env?: EnvVar[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: Manifest;
  volumeMounts?: { name: string; mountPath: string }[];
}

/** The pod template's spec of a Deployment, Job or StatefulSet. */
export function podSpecOf(object: KubernetesObject): (Manifest & { containers: Container[] }) | undefined {
  const { template } = (object.spec ?? {}) as { template?: { spec?: Manifest & { containers: Container[] } } };
  return template?.spec;
}
export const containersOf = (object: KubernetesObject): Container[] => podSpecOf(object)?.containers ?? [];

/** The variables of a container: `value`, or the Secret and key that contain the value. */
export type Variables = Record<string, string | { secret: string; key: string }>;

/** As the kubelet computes it: ConfigMaps in order, then `env`. Throws when a ConfigMap is not among the objects. */
export function variablesOf(container: Container, objects: readonly KubernetesObject[]): Variables {
  const variables: Variables = {};
  for (const { configMapRef } of container.envFrom ?? []) {
    const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name);
    if (!map) throw new Error(`${container.name} refers to the missing ConfigMap ${configMapRef.name}`);
    Object.assign(variables, map.data);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const secret = valueFrom?.secretKeyRef;
    variables[name] = secret ? { secret: secret.name, key: secret.key } : (value ?? '');
  }
  return variables;
}

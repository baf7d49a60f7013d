import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** A Kubernetes object, or a part of one. */
export type Manifest = { [key: string]: unknown };
export interface KubernetesObject extends Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
}

/** The objects in a stream of YAML documents. */
export const objectsOf = (text: string): KubernetesObject[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);

/** The objects of a kustomization that only lists files, as k8s/base does. */
export function objectsIn(folder: string): KubernetesObject[] {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
  return resources.flatMap((name) => objectsOf(read(name)));
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

import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fetchJars } from '../maven/jars.mjs';
import { cache } from './places.mjs';
import { run } from './run.mjs';

/** The definitions of the objects in k8s/strimzi and k8s/monitoring. */
export const crds = join(cache, 'crds');

const operator = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const monitored = ['podmonitors', 'prometheusrules'].map((name) => `monitoring.coreos.com_${name}.yaml`);
const strimzi = '0.49.0';
/** The newest generator on Maven Central; it writes what the classes of the newer API declare. */
const generator = '0.45.0';

async function fromGoModule() {
  const { Dir: folder } = JSON.parse(await run('go', ['mod', 'download', '-json', operator], { cwd: cache }));
  for (const file of monitored) copyFileSync(join(folder, 'example/prometheus-operator-crd', file), join(crds, file));
}

async function fromMaven() {
  const jars = join(cache, `strimzi-${strimzi}`);
  await fetchJars(jars, [`io.strimzi:api:${strimzi}`, `io.strimzi:crd-generator:${generator}`]);
  const classes = `${join(jars, `api-${strimzi}.jar`)}:${jars}/*`;
  const topic = `io.strimzi.api.kafka.model.topic.KafkaTopic=${join(crds, 'kafkatopics.yaml')}`;
  const options = ['--yaml', '--api-versions', 'v1', '--storage-version', 'v1', topic];
  await run('java', ['-cp', classes, 'io.strimzi.crdgenerator.CrdGenerator', ...options]);
}

/** Fetches the definitions of Prometheus Operator and Strimzi, once. */
export async function fetchCrds() {
  if (existsSync(join(crds, 'kafkatopics.yaml'))) return;
  mkdirSync(crds, { recursive: true });
  await fromGoModule();
  await fromMaven();
}

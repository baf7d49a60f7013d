// node tools/k8s/helm.mjs: writes the Helm chart k8s/helm from k8s/base. What may differ between installations becomes a value;
// everything else stays as it is.
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments, stringify } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chart = join(root, 'k8s/helm');
const header = '# Written by tools/k8s/helm.mjs from k8s/base.\n';
const read = (path) => readFileSync(join(root, path), 'utf8');
const files = parse(read('k8s/base/kustomization.yaml')).resources;
const documentsOf = (file) => read(`k8s/base/${file}`).split(/^---\n/m);

/** Data of all ConfigMaps: `settings` of the values. */
const configMaps = files
  .flatMap((file) => parseAllDocuments(read(`k8s/base/${file}`)).map((document) => document.toJS()))
  .filter(({ kind }) => kind === 'ConfigMap');

const nameOf = (document) => /^metadata:\n {2}name: (.+)$/m.exec(document)[1];
const kindOf = (document) => /^kind: (.+)$/m.exec(document)[1];
const indented = (text, by) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
const when = (value, text) => `{{- if .Values.${value} }}\n${text}{{- end }}\n`;

const saslVariables = `- name: KAFKA_SASL_USERNAME
  valueFrom: { secretKeyRef: { name: {{ .Values.kafka.secret }}, key: username } }
- name: KAFKA_SASL_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ .Values.kafka.secret }}, key: password } }
`;
const caMount = '- { name: kafka, mountPath: /etc/kafka, readOnly: true }\n';
const caVolume = `- name: kafka
  secret: { secretName: {{ .Values.kafka.secret }}, items: [{ key: ca.crt, path: ca.crt }] }
`;
const tlsVariables = `- { name: SMTP_TLS_CERT, value: /etc/smtp-tls/tls.crt }
- { name: SMTP_TLS_KEY, value: /etc/smtp-tls/tls.key }
`;
const tlsMount = '- { name: smtp-tls, mountPath: /etc/smtp-tls, readOnly: true }\n';
const tlsVolume = '- { name: smtp-tls, secret: { secretName: {{ .Values.smtp.tlsSecret }}, defaultMode: 288 } }\n';

/** Appends items to a list of the document, if the value is set. */
const appended = (value, by, items) => (_, list) => list + when(value, indented(items, by));
const listAt = (name, by) => new RegExp(`(^ {${by}}${name}:\\n(?: {${by + 2}}.*\\n)+)`, 'm');

function withSecrets(document, [value, variables, mount, volume]) {
  return document
    .replace(listAt('env', 10), appended(value, 12, variables))
    .replace(listAt('volumeMounts', 10), appended(value, 12, mount))
    .replace(listAt('volumes', 6), appended(value, 8, volume));
}

const kafkaSecrets = ['kafka.secret', saslVariables, caMount, caVolume];
const smtpSecrets = ['smtp.tlsSecret', tlsVariables, tlsMount, tlsVolume];

function deployment(document) {
  const connected = withSecrets(document, kafkaSecrets);
  return nameOf(document) === 'invites' ? withSecrets(connected, smtpSecrets) : connected;
}

/** Runs before anything that creates missing topics, so it and what it needs are hooks. */
const hook = (document, weight) =>
  document.replace(
    /^( {2}labels: .*\n)/m,
    `$1  annotations: { helm.sh/hook: 'pre-install,pre-upgrade', helm.sh/hook-weight: '${weight}', helm.sh/hook-delete-policy: before-hook-creation }\n`,
  );

function topics(document) {
  const lists = [
    ['          securityContext:\n', 'env', saslVariables, 10],
    ['          securityContext:\n', 'volumeMounts', caMount, 10],
  ].reduce((text, [before, name, items, by]) => {
    const list = `${' '.repeat(by)}${name}:\n${indented(items, by + 2)}`;
    return text.replace(before, when('kafka.secret', list) + before);
  }, document);
  return hook(lists + when('kafka.secret', `      volumes:\n${indented(caVolume, 8)}`), 0);
}

/** A Job's template cannot be changed: each revision has its own. */
const migration = (document) => document.replace(/^( {2}name: migrate-[\w-]+)$/m, '$1-{{ .Release.Revision }}');

function configMap(document) {
  const name = nameOf(document);
  const data = `data:\n  {{- toYaml (index .Values.settings "${name}") | nindent 2 }}\n`;
  const valued = document.replace(/^data:\n(?: .*\n)+/m, data);
  if (name !== 'kalends-settings') return valued;
  return valued.replace(
    /^ {2}annotations:\n/m,
    "  annotations:\n    helm.sh/hook: pre-install,pre-upgrade\n    helm.sh/hook-weight: '-5'\n    helm.sh/hook-delete-policy: before-hook-creation\n",
  );
}

const autoscaler = (document) =>
  ['minReplicas', 'maxReplicas'].reduce(
    (text, name) =>
      text.replace(new RegExp(`${name}: .*`), `${name}: {{ (index .Values.replicas "${nameOf(document)}").${name} }}`),
    document,
  );

const ingress = (document) =>
  document
    .replaceAll('calendar.example.com', '{{ .Values.ingress.host }}')
    .replace('ingressClassName: nginx', 'ingressClassName: {{ .Values.ingress.className }}')
    .replace('secretName: gateway-tls', 'secretName: {{ .Values.ingress.tlsSecret }}');

function template(document) {
  const image = /image: kalends\/([\w-]+):.*/;
  const text = document
    .replace(
      image,
      'image: {{ .Values.images.registry }}kalends/$1:{{ .Values.images.tag | default .Chart.AppVersion }}',
    )
    .replace(/\n*$/, '\n');
  const [kind, name] = [kindOf(document), nameOf(document)];
  if (kind === 'Deployment') return deployment(text);
  if (kind === 'ConfigMap') return configMap(text);
  if (kind === 'HorizontalPodAutoscaler') return autoscaler(text);
  if (kind === 'Ingress') return when('ingress.enabled', ingress(text));
  if (kind === 'Job') return name === 'topics' ? topics(text) : migration(text);
  if (kind === 'ServiceAccount' && name === 'topics') return hook(text, -5);
  return text;
}

function values() {
  const scalers = files
    .flatMap((file) => documentsOf(file).filter((document) => kindOf(document) === 'HorizontalPodAutoscaler'))
    .map((document) => parse(document));
  return `${header}# Secrets, databases and Kafka are yours: docs/operate.md, steps 3 and 4.
${stringify({
  images: { registry: '', tag: '' },
  kafka: { secret: '' },
  smtp: { tlsSecret: '' },
  ingress: { enabled: true, className: 'nginx', host: 'calendar.example.com', tlsSecret: 'gateway-tls' },
  replicas: Object.fromEntries(
    scalers.map(({ metadata, spec }) => [
      metadata.name,
      { minReplicas: spec.minReplicas, maxReplicas: spec.maxReplicas },
    ]),
  ),
  settings: Object.fromEntries(configMaps.map(({ metadata, data }) => [metadata.name, data])),
})}`;
}

/** Files of the chart: path in `k8s/helm` to text. */
export function chartFiles() {
  const { version, description } = JSON.parse(read('package.json'));
  const about = { apiVersion: 'v2', name: 'kalends', description, type: 'application', version, appVersion: version };
  return {
    'Chart.yaml': header + stringify(about),
    'values.yaml': values(),
    ...Object.fromEntries(
      files.map((file) => [`templates/${file}`, header + documentsOf(file).map(template).join('---\n')]),
    ),
  };
}

function writeChart() {
  rmSync(chart, { recursive: true, force: true });
  for (const [path, text] of Object.entries(chartFiles())) {
    mkdirSync(dirname(join(chart, path)), { recursive: true });
    writeFileSync(join(chart, path), text);
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) writeChart();

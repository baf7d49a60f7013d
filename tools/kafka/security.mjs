import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const password = 'kalends-on-loopback';
const modules = {
  PLAIN: 'org.apache.kafka.common.security.plain.PlainLoginModule',
  'SCRAM-SHA-256': 'org.apache.kafka.common.security.scram.ScramLoginModule',
  'SCRAM-SHA-512': 'org.apache.kafka.common.security.scram.ScramLoginModule',
};

/**
 * Creates the broker's key and a certificate for 127.0.0.1 that is its own CA; returns the path of the certificate (PEM).
 */
export async function makeCertificate(dataDir) {
  const [store, ca] = [join(dataDir, 'broker.p12'), join(dataDir, 'ca.pem')];
  if (existsSync(ca)) return ca;
  const common = ['-alias', 'broker', '-keystore', store, '-storetype', 'PKCS12', '-storepass', password];
  const names = ['-dname', 'CN=kalends', '-ext', 'san=ip:127.0.0.1,dns:localhost', '-ext', 'bc=ca:true'];
  await run('keytool', ['-genkeypair', ...common, '-keyalg', 'EC', '-validity', '30', ...names]);
  await run('keytool', ['-exportcert', '-rfc', ...common, '-file', ca]);
  return ca;
}

/** Server properties of one more listener, SASL over TLS, for one user who may use any mechanism. */
export function securedProperties(dataDir, user) {
  const listener = 'listener.name.secured';
  const jaas = {
    PLAIN: `${modules.PLAIN} required user_${user.username}="${user.password}"`,
    'SCRAM-SHA-256': `${modules['SCRAM-SHA-256']} required`,
    'SCRAM-SHA-512': `${modules['SCRAM-SHA-512']} required`,
  };
  return [
    `${listener}.sasl.enabled.mechanisms=${Object.keys(jaas).join(',')}`,
    ...Object.entries(jaas).map(([name, text]) => `${listener}.${name.toLowerCase()}.sasl.jaas.config=${text};`),
    `${listener}.ssl.keystore.type=PKCS12`,
    `${listener}.ssl.keystore.location=${join(dataDir, 'broker.p12')}`,
    `${listener}.ssl.keystore.password=${password}`,
    `${listener}.ssl.key.password=${password}`,
  ].join('\n');
}

/** Arguments of Kafka's storage tool for that user. */
export const scramArguments = ({ username, password: secret }) =>
  ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((name) => [
    '--add-scram',
    `${name}=[name=${username},password=${secret}]`,
  ]);

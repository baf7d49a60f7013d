import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const configOf = (directory: string) => `[ca]
default_ca = own
[own]
database = ${directory}/index.txt
new_certs_dir = ${directory}
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
`;

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
/** As openssl reads times. */
const timeOf = (at: number) => new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');

/** An authority of this machine, and one request for a certificate of 127.0.0.1. */
async function startAuthority(directory: string) {
  const path = (name: string) => join(directory, name);
  await writeFile(path('config'), configOf(directory));
  await writeFile(path('index.txt'), '');
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=Kalends test', '-keyout', path('ca.key'), '-out', path('ca.pem')); // prettier-ignore
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  openssl('req', '-new', ...newKey, ...names, '-keyout', path('key.pem'), '-out', path('request.pem'));
  const signing = ['-cert', path('ca.pem'), '-keyfile', path('ca.key'), '-in', path('request.pem'), '-out', path('cert.pem')]; // prettier-ignore
  return {
    file: path('ca.pem'),
    /** A key and its certificate, which expires then. */
    async issue(expiresAt: number) {
      openssl('ca', '-batch', '-notext', '-config', path('config'), '-startdate', timeOf(Date.now() - 86_400_000), '-enddate', timeOf(expiresAt), ...signing); // prettier-ignore
      const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(path(name))));
      return { key: key!, cert: cert! };
    },
  };
}

/** A server with TLS in front of a CalDAV server, whose certificate a test replaces. */
export async function startTlsCaldav(target: string, expiresAt: number) {
  const directory = await mkdtemp(join(tmpdir(), 'kalends-tls-'));
  const authority = await startAuthority(directory);
  const server = createServer(await authority.issue(expiresAt), (incoming, response) => {
    const url = new URL(incoming.url ?? '/', target);
    const outgoing = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Of whom trusts the authority: a setting of Node. */
    trust: { NODE_EXTRA_CA_CERTS: authority.file },
    /** Ends every connection; those that follow see a certificate that expires then. */
    async renew(expires: number): Promise<void> {
      server.setSecureContext(await authority.issue(expires));
      server.closeAllConnections();
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TlsCaldav = Awaited<ReturnType<typeof startTlsCaldav>>;

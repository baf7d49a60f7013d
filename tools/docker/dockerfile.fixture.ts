import { execFile } from 'node:child_process';
import { cp, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Instruction {
  keyword: string;
  value: string;
}
export interface Stage {
  /** Empty for the last one. */
  name: string;
  from: string;
  instructions: Instruction[];
}

/** The stages of a Dockerfile. Comments, and line ends within instructions, are removed. */
export function stagesOf(dockerfile: string): Stage[] {
  const text = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  const stages: Stage[] = [];
  for (const [, keyword = '', value = ''] of text.matchAll(/^([A-Z]+) +(.+)$/gm)) {
    if (keyword !== 'FROM') stages.at(-1)?.instructions.push({ keyword, value });
    else {
      const [from = '', name = ''] = value.split(' AS ');
      stages.push({ name, from, instructions: [] });
    }
  }
  return stages;
}

/** The words of `CMD`, or those of the command of `HEALTHCHECK`, in the last stage. */
export function commandOf(stages: readonly Stage[], keyword: 'CMD' | 'HEALTHCHECK'): string[] {
  const { value } = stages.at(-1)!.instructions.find((one) => one.keyword === keyword)!;
  return JSON.parse(value.slice(value.indexOf('['))) as string[];
}

/** Where to execute a Dockerfile, and what `COPY` copies from. */
export interface Layout {
  stages: readonly Stage[];
  /** The build context: the files that `COPY . .` copies. */
  context: string;
  work: string;
}

const isArgument = ({ keyword, value }: Instruction) => keyword === 'ARG' && value === 'APP';
const directoryOf = ({ work }: Layout, stage: string) => join(work, `stage-${stage}`);

/**
 * Executes a stage up to `ARG APP`, once for all images, in a directory instead of a container: RUN runs in there, COPY
 * copies.
 */
export async function prepareStage(layout: Layout, name: string): Promise<void> {
  const { from, instructions } = layout.stages.find((stage) => stage.name === name)!;
  const directory = directoryOf(layout, name);
  await mkdir(directory);
  if (layout.stages.some((stage) => stage.name === from))
    await cp(directoryOf(layout, from), directory, { recursive: true, verbatimSymlinks: true });
  const end = instructions.findIndex(isArgument);
  for (const one of instructions.slice(0, end < 0 ? undefined : end)) await follow(layout, one, { directory, app: '' });
}

/**
 * Builds an image after all its stages were prepared; returns its directory. RUNs of the last stage only create users’
 * directories.
 */
export async function buildImage(layout: Layout, app: string): Promise<string> {
  for (const { name, instructions } of layout.stages.slice(0, -1)) {
    const directory = directoryOf(layout, name);
    const begin = instructions.findIndex(isArgument);
    // a container would start fresh
    await rm(join(directory, 'image'), { recursive: true, force: true });
    for (const one of begin < 0 ? [] : instructions.slice(begin)) await follow(layout, one, { directory, app });
  }
  const image = join(layout.work, app);
  await mkdir(image);
  const copies = layout.stages.at(-1)!.instructions.filter(({ keyword }) => keyword === 'COPY');
  for (const one of copies) await follow(layout, one, { directory: image, app });
  return image;
}

interface Place {
  directory: string;
  app: string;
}

async function follow(layout: Layout, { keyword, value }: Instruction, { directory, app }: Place): Promise<void> {
  if (keyword === 'RUN') {
    const env = { ...process.env, APP: app };
    await run('sh', ['-c', value], { cwd: directory, env, timeout: 600_000, maxBuffer: 64 << 20 });
  }
  if (keyword !== 'COPY') return;
  const words = value.replaceAll('${APP}', app).split(/ +/);
  const stage = /^--from=(\S+)/.exec(words.find((word) => word.startsWith('--from=')) ?? '')?.[1];
  const paths = words.filter((word) => !word.startsWith('--'));
  for (const path of paths.slice(0, -1)) {
    const source = stage ? join(directoryOf(layout, stage), path.replace(/^\/src\//, '')) : join(layout.context, path);
    await copy(source, join(directory, paths.at(-1)!), paths.at(-1)!.endsWith('/'));
  }
}

/** Like COPY: of a directory its contents, and a file into a destination that ends in a slash. */
async function copy(source: string, target: string, isFolder: boolean): Promise<void> {
  const isFile = (await stat(source)).isFile();
  const to = isFile && isFolder ? join(target, basename(source)) : target;
  await cp(source, to, { recursive: true, verbatimSymlinks: true });
}

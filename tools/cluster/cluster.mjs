#!/usr/bin/env node
// `npm run cluster:up|check|down`: a real Kubernetes with this project's images on this machine (tools/cluster/README.md).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildBaseImages, configureBuilder, ofOthers, ofPrograms } from './base-images.mjs';
import { fetchCrds } from './crds.mjs';
import { archiveImages, buildImages } from './images.mjs';
import { startNode, stopNode } from './node.mjs';
import { environment, kubeconfig, logs, missingForCluster, missingPackages, namespace, root } from './places.mjs';
import { buildPrograms } from './programs.mjs';
import { timed } from './run.mjs';

async function up(args) {
  mkdirSync(logs, { recursive: true });
  configureBuilder();
  const options = { withRelease: !args.includes('--without-release') };
  const ofThisProject = async () => {
    await timed('base images', () => buildBaseImages(ofOthers));
    await buildImages(options);
  };
  await Promise.all([timed('programs', buildPrograms), ofThisProject(), timed('definitions of operators', fetchCrds)]);
  await timed('base images of programs', () => buildBaseImages(ofPrograms));
  await archiveImages(options);
  await timed('node', startNode);
  console.log(
    `A node of Kubernetes is running: nsenter --net=/run/netns/${namespace} kubectl --kubeconfig ${kubeconfig} …`,
  );
}

/** Runs the checks, or those whose path contains an argument, inside the node's network namespace. */
async function check(args) {
  if (!existsSync(kubeconfig)) throw new Error('no cluster is running: npm run cluster:up');
  const test = [join(root, 'tools/test/run.mjs'), '--project', 'cluster', '--reporter=verbose', ...args];
  const options = { cwd: root, stdio: 'inherit', env: { ...environment(), KALENDS_TEST_ALL: '1' } };
  const child = spawn('nsenter', [`--net=/run/netns/${namespace}`, process.execPath, ...test], options);
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** For `.ci/run`, which installs them: one package per line. */
const packages = () => missingPackages().forEach((name) => console.log(name));

const commands = { up, check, down: () => timed('stopped', stopNode), packages };
const [name, ...args] = process.argv.slice(2);
const missing = missingForCluster();
try {
  if (!(name in commands))
    throw new Error('usage: cluster.mjs up [--without-release] | check [path…] | down | packages');
  if (missing && name !== 'packages') throw new Error(missing);
  await commands[name](args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { freePort, pathWithStandIns, waitUntil } from '@kalends/testing';
import type { Demo } from './demo/demo.js';

const script = fileURLToPath(new URL('../../../dist/all-in-one.js', import.meta.url));

export interface Started {
  child: ChildProcess;
  /** Milliseconds until it reported that it is ready. */
  took: number;
  stdout(): string;
  stderr(): string;
}

export interface Ended {
  code: number | null;
  took: number;
  stdout: string;
  stderr: string;
}

interface Identity {
  uid?: number;
  gid?: number;
}

export const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
      } catch {
        return false;
      }
    })
    .map(Number);

/** One installation of all-in-one: its data directory, its port, and the processes that the spec starts on it. */
export class Installation {
  readonly dataDir: string;
  private running: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly root: string,
    private readonly identity: Identity,
  ) {
    this.dataDir = join(root, 'data');
  }

  static async create(
    root = mkdtempSync(join(tmpdir(), 'kalends-aio-')),
    identity: Identity = {},
  ): Promise<Installation> {
    return new Installation(await freePort(), root, identity);
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  private spawn(env: Record<string, string>) {
    const own = { PORT: String(this.port), SMTP_PORT: '0', DATA_DIR: this.dataDir, LOG_LEVEL: 'warn' };
    const kept = { PATH: process.env.PATH, HOME: this.root };
    const child = spawn(process.execPath, [script], {
      env: { ...kept, ...own, ...env },
      cwd: this.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.identity,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    this.running = child;
    return { child, ended, stdout: () => stdout, stderr: () => stderr };
  }

  async start(env: Record<string, string> = {}): Promise<Started> {
    const begun = performance.now();
    const { child, stdout, stderr } = this.spawn(env);
    await waitUntil(() => stdout().includes('Kalends answers at') || hasEnded(child), {
      timeout: 60_000,
      what: 'the start',
    });
    if (hasEnded(child)) throw new Error(`it ended with ${child.exitCode ?? child.signalCode}: ${stderr()}`);
    return { child, took: performance.now() - begun, stdout, stderr };
  }

  /** Runs until it ends. */
  async run(env: Record<string, string>): Promise<Ended> {
    const begun = performance.now();
    const { ended, stdout, stderr } = this.spawn(env);
    const code = await ended;
    return { code, took: performance.now() - begun, stdout: stdout(), stderr: stderr() };
  }

  demo(): Demo {
    return JSON.parse(readFileSync(join(this.dataDir, 'demo.json'), 'utf8')) as Demo;
  }

  private cluster(): string {
    const noted = join(this.dataDir, 'postgres.location');
    return join(existsSync(noted) ? readFileSync(noted, 'utf8').trim() : join(this.dataDir, 'postgres'), 'cluster');
  }

  /** The PostgreSQL server, or undefined if none has reported that it runs. */
  postgres(): { pid: number; url: string } | undefined {
    const path = join(this.cluster(), 'postmaster.pid');
    if (!existsSync(path)) return undefined;
    const lines = readFileSync(path, 'utf8').split('\n');
    const password = readFileSync(join(this.dataDir, 'postgres.password'), 'utf8').trim();
    return { pid: Number(lines[0]), url: `postgresql://kalends:${password}@127.0.0.1:${Number(lines[3])}/kalends` };
  }

  /** Every process of the installation: node, PostgreSQL's server and its workers. */
  processes(): number[] {
    const server = this.postgres()?.pid;
    const node = this.running?.pid;
    return [...(node ? [node] : []), ...(server ? [server, ...childrenOf(server)] : [])].filter(isAlive);
  }

  /** Kills node, and by default PostgreSQL too, as a power cut would. */
  async kill(what: 'all' | 'node' = 'all'): Promise<void> {
    const pids = what === 'all' ? this.processes() : [this.running!.pid!];
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await waitUntil(() => !pids.some(isAlive), { what: 'the killed processes to be gone' });
  }

  /** Sends a signal and waits for the end; returns the exit code. */
  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' = 'SIGTERM'): Promise<number | null> {
    const child = this.running!;
    if (hasEnded(child)) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }

  /** Ends running processes and deletes all files. */
  async remove(): Promise<void> {
    for (const pid of this.processes()) process.kill(pid, 'SIGKILL');
    await waitUntil(() => this.processes().length === 0);
    const cluster = this.cluster();
    rmSync(this.root, { recursive: true, force: true });
    if (cluster.startsWith('/var/lib/kalends/')) rmSync(join(cluster, '..'), { recursive: true, force: true });
  }

  /** Memory of all processes, shared pages counted once, in MB. */
  residentMb(): number {
    const ofOne = (pid: number) =>
      Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    return Math.round(this.processes().reduce((sum, pid) => sum + ofOne(pid), 0) / 1024);
  }
}

/** Runs a command line as a user would paste it. */
export const shell = (line: string): string =>
  execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8', env: { ...process.env, PATH: pathWithStandIns() } });

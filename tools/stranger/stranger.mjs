#!/usr/bin/env node
// What the README promises to somebody who has only Node: `npm ci && npm start` and `npm ci && npm test` in a place without anything
// beside the clone, by an ordinary user, with a PATH of Node, npm, git and the POSIX utilities. `node tools/stranger/stranger.mjs`
// takes one form, another every day; with names (`node tools/stranger/stranger.mjs plain archive`), those.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const USER = `stranger-${process.pid}`;
/** The utilities of POSIX.1-2024 (XCU 4) that are programs, without compilers and editors. */
const POSIX =
  'awk basename cat chgrp chmod chown cksum cmp comm cp csplit cut date dd df diff dirname du echo env expand expr false find fold getconf grep head iconv id join kill link ln locale logname ls mkdir mkfifo mv nice nl nohup od paste pathchk pr printf ps pwd realpath rm rmdir sed sh sleep sort split stty tail tee test time touch tr true tsort tty uname unexpand uniq unlink wc who xargs';

/** What differs from the plain form. */
const forms = {
  plain: {},
  curl: { programs: ['curl'] },
  locale: { env: { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
  path: { folder: 'Übung mit Leerzeichen' },
  archive: { archive: true },
};

const must = (command, args, options = {}) => {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr || String(done.error)}`);
  return done.stdout;
};

const placeOf = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** A folder with links to these programs; those that the machine lacks are left out. */
function pathWith(folder, programs) {
  mkdirSync(folder);
  for (const program of programs) {
    const place = program === 'node' ? process.execPath : placeOf(program);
    if (place !== undefined) symlinkSync(place, join(folder, program));
  }
  return folder;
}

/** As root: the ordinary user that the commands run as. Otherwise they run as whoever started this. */
function ordinaryUser(home) {
  if (process.getuid() !== 0) return { remove() {} };
  must('useradd', ['--no-create-home', '--home-dir', home, '--shell', '/bin/sh', USER]);
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(must('id', [flag, USER])));
  return { uid, gid, remove: () => spawnSync('userdel', [USER]) };
}

function checkOut(form, clone) {
  mkdirSync(clone, { recursive: true });
  if (!form.archive) return must('git', ['clone', '--quiet', root, clone]);
  const tar = `${clone}.tar`;
  must('git', ['archive', '--output', tar, 'HEAD'], { cwd: root });
  must('tar', ['-xf', tar, '-C', clone]);
  rmSync(tar);
}

/** The settings of npm on this machine that reach its registry; everything else of the environment stays outside. */
function registry() {
  const npmrc = ['registry', 'cafile'].flatMap((name) => {
    const value = must('npm', ['config', 'get', name]).trim();
    return ['', 'null', 'undefined'].includes(value) ? [] : [`${name}=${value}`];
  });
  const env = Object.fromEntries(
    ['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );
  return { npmrc: [...npmrc, 'audit=false', 'fund=false', 'update-notifier=false', ''].join('\n'), env };
}

/** Runs a command of README; its output goes to this process's and is returned. `until` ends it, as Ctrl-C would. */
function command(line, options, until) {
  const child = spawn('/bin/sh', ['-c', line], { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  let ended = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
      if (!ended && until?.test(output)) {
        ended = true;
        process.kill(-child.pid, 'SIGINT');
      }
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

async function tried(name) {
  const form = forms[name];
  const base = mkdtempSync(join(tmpdir(), 'stranger-'));
  const clone = join(base, form.folder ?? 'kalends');
  const home = join(base, 'home');
  const user = ordinaryUser(home);
  try {
    const { npmrc, env } = registry();
    mkdirSync(home);
    writeFileSync(join(home, '.npmrc'), npmrc);
    checkOut(form, clone);
    const programs = ['node', 'npm', 'npx', 'git', ...POSIX.split(' '), ...(form.programs ?? [])];
    const path = pathWith(join(base, 'bin'), programs);
    if (user.uid !== undefined) must('chown', ['-R', `${user.uid}:${user.gid}`, base]);
    const { uid, gid } = user;
    const options = { cwd: clone, uid, gid, env: { PATH: path, HOME: home, ...env, ...form.env } };
    const started = await command('npm ci && npm start', options, /^.*Ctrl-C.*$/m);
    const tested = await command('npm ci && npm test', options);
    const counts = /^\d+ passed, \d+ failed.*$/m.exec(tested.output.split('\n').slice(-5).join('\n'))?.[0];
    const ok = tested.code === 0 && /Ctrl-C/.test(started.output);
    return {
      ok,
      line: `${name}: npm start ${/Ctrl-C/.test(started.output) ? 'ready' : 'NOT READY'}; npm test: ${counts ?? `exit status ${tested.code}`}`,
    };
  } finally {
    user.remove();
    rmSync(base, { recursive: true, force: true });
  }
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in forms));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(forms).join(', ')}`);
  process.exit(2);
}
const all = Object.keys(forms);
const today = Math.floor(Date.now() / 86_400_000);
const results = [];
for (const name of names.length > 0 ? names : [all[today % all.length]]) results.push(await tried(name));
for (const { line } of results) console.log(line);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

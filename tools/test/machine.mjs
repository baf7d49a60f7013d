// Prints the optional programs of this machine that specs depend on: a cached result of Nx is not valid for a machine with
// others.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const programs = ['java', 'mvn', 'go', 'python3', 'ruby', 'php', 'chromium', 'openssl', 'saslpasswd2', 'pgbouncer'];
const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin', '/usr/sbin', '/usr/lib/cyrus/bin'];
const found = programs.map((program) => places.map((place) => join(place, program)).find((path) => existsSync(path)));
const venv = ['radicale', 'xandikos', 'kubernetes-validate', 'hadolint'].filter((name) =>
  existsSync(join('.cache/venv/bin', name)),
);
console.log(JSON.stringify({ found, venv, corpora: existsSync('../shared/corpora'), root: process.getuid?.() === 0 }));

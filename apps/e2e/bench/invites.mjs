#!/usr/bin/env node
// npm run bench:invites: signed callbacks, how many and how soon.
import process from 'node:process';
import { measureCallbacks } from './lib/callbacks.mjs';
import { report } from './lib/measure.mjs';

const rows = [...(await measureCallbacks())];
process.exit(report('bench:invites', rows) ? 0 : 1);

#!/usr/bin/env node
// npm run bench:invites: throughput and latency of invites, replies and signed callbacks.
import process from 'node:process';
import { measureCallbacks } from './lib/callbacks.mjs';
import { measureInvitePath } from './lib/invite-path.mjs';
import { report } from './lib/measure.mjs';

const rows = [...(await measureInvitePath()), ...(await measureCallbacks())];
process.exit(report('bench:invites', rows) ? 0 : 1);

#!/usr/bin/env node
// npm run bench:invites: how many invites, replies and signed callbacks, and how soon.
import process from 'node:process';
import { measureCallbacks } from './lib/callbacks.mjs';
import { measureInvitePath } from './lib/invite-path.mjs';
import { report } from './lib/measure.mjs';

const rows = [...(await measureInvitePath()), ...(await measureCallbacks())];
process.exit(report('bench:invites', rows) ? 0 : 1);

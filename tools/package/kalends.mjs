#!/usr/bin/env -S node --max-old-space-size=256
// The npm package's command: `kalends` or `kalends start` runs the five services in this process, anything else administers them.
import process from 'node:process';

const [command] = process.argv.slice(2);
await import(command === undefined || command === 'start' ? '../dist/all-in-one.js' : '../dist/cli.js');

import { runMigrate } from './migrate-schema/migrate-schema.js';

process.exitCode = await runMigrate({
  args: process.argv.slice(2),
  env: process.env,
  input: process.stdin,
  prompt: process.stderr,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});

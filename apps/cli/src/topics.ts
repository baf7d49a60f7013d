import { runTopics } from './create-topics/create-topics.js';

process.exitCode = await runTopics({
  args: process.argv.slice(2),
  env: process.env,
  input: process.stdin,
  prompt: process.stderr,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});

import { runCli } from './cli.js';

/** On Ctrl-C or a request to terminate. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

process.exitCode = await runCli({
  args: process.argv.slice(2),
  env: process.env,
  input: process.stdin,
  prompt: process.stderr,
  interrupted,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});

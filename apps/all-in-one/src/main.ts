import { createLogger, exitWithRefusal, loadConfig, onShutdown, type ShutdownStep } from '@kalends/service-runtime';
import { allInOneSettings } from './config.js';
import { createConsoleLink } from './console-link.js';
import { advice, welcome } from './demo/advice.js';
import { prepareDemo, refreshDemo } from './demo/demo.js';
import { hasExample } from './example.js';
import { StartLines } from './start-lines.js';
import type { AllInOne } from './start.js';
import { withFreeSmtpPort } from './taken-port.js';

const loaded = loadConfig(allInOneSettings, process.env);
if (!loaded.ok) {
  exitWithRefusal(loaded.problems, { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) });
}
const settings = await withFreeSmtpPort(loaded.config, process.env.SMTP_PORT !== undefined);
const format = settings.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json');
const start = new StartLines();
const print = (text: string) => void process.stdout.write(text);
const log = createLogger({
  service: 'all-in-one',
  level: settings.LOG_LEVEL,
  format,
  omits: (line) => start.omits(line),
});
if (format === 'pretty') print('Kalends starts; the first time takes a few seconds longer.\n');
const refreshDemoMs = 45 * 60_000;
const report = (line: string) => process.stderr.write(`${line}\n`);

/** A signal during the start takes effect at its end, so that no database is left running. */
let stopping = false;
let starting: Promise<AllInOne> | undefined;
const steps: ShutdownStep[] = [
  {
    name: 'start',
    close: async () => {
      stopping = true;
      await starting?.then((running) => steps.push(...running.steps)).catch(() => undefined);
    },
  },
];
const shutdown = onShutdown({ program: process, steps, log: report });
try {
  // Imported only now: a wrong setting is reported without loading five services first.
  const { startAllInOne, wantsDemo } = await import('./start.js');
  starting = startAllInOne(settings, log);
  const running = await starting;
  void running.databaseEnded.then(() => shutdown('the embedded PostgreSQL has ended', 1));
  const prepared = wantsDemo(settings) ? await prepareDemo(running, Date.now()) : null;
  if (prepared) {
    const refresh = () =>
      refreshDemo(running).catch((err: unknown) => log.warn({ err }, 'the demo keeps its old token'));
    setInterval(() => void refresh(), refreshDemoMs).unref();
  }
  // its line in the log is one of the start
  const consoleLink = format === 'pretty' ? await createConsoleLink(running) : null;
  const migrated = start.end(prepared?.written);
  if (format === 'pretty') {
    const { publicUrl } = running;
    print(migrated + welcome({ publicUrl, demoPath: prepared?.path ?? null, hasExample, consoleLink }));
  }
  if (format !== 'pretty') {
    if (prepared) print(advice(prepared.demo, prepared.path));
    print(`Kalends answers at ${running.publicUrl} (Ctrl-C stops it)\n`);
  }
} catch (error) {
  if (!stopping) {
    log.debug({ err: error }, 'could not start');
    report(`kalends could not start: ${error instanceof Error ? error.message : String(error)}`);
    await shutdown('could not start', 1);
  }
}

import { createLogger, exitWithRefusal, loadConfig, onShutdown } from '@kalends/service';
import { allInOneSettings } from './config.js';
import { prepareDemo } from './demo/demo.js';
import { startAllInOne, wantsDemo } from './start.js';

const loaded = loadConfig(allInOneSettings, process.env);
if (!loaded.ok) {
  exitWithRefusal(loaded.problems, { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) });
}
const settings = loaded.config;
const log = createLogger({
  service: 'all-in-one',
  level: settings.LOG_LEVEL,
  format: settings.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json'),
});
try {
  const running = await startAllInOne(settings, log);
  onShutdown({ program: process, steps: running.steps, log: (line) => process.stderr.write(`${line}\n`) });
  if (wantsDemo(settings)) await prepareDemo(running, Date.now(), (text) => process.stdout.write(text));
  process.stdout.write(`Kalends answers at ${running.publicUrl} (Ctrl-C stops it)\n`);
} catch (error) {
  log.fatal({ err: error }, 'could not start');
  process.stderr.write(`kalends could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

import { createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { exitWithRefusal, loadConfig, onShutdown } from '@kalends/service-runtime';
import { calendarSyncSettings, startCalendarSync } from './service.js';

const loaded = loadConfig(calendarSyncSettings, process.env);
if (!loaded.ok) {
  exitWithRefusal(loaded.problems, { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) });
}
const transport = createKafkaTransport(kafkaOptionsOf(loaded.config, 'calendar-sync'));
const service = await startCalendarSync(loaded.config, transport);
onShutdown({
  program: process,
  steps: [
    { name: 'calendar-sync', close: () => service.close() },
    { name: 'transport', close: () => transport.close() },
  ],
  log: (line) => process.stderr.write(`${line}\n`),
});

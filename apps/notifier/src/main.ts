import { createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { exitWithRefusal, loadConfig, onShutdown } from '@kalends/service-runtime';
import { notifierSettings, startNotifier } from './service.js';

const loaded = loadConfig(notifierSettings, process.env);
if (!loaded.ok) {
  exitWithRefusal(loaded.problems, { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) });
}
const transport = createKafkaTransport(kafkaOptionsOf(loaded.config, 'notifier'));
const service = await startNotifier(loaded.config, transport);
onShutdown({
  program: process,
  steps: [
    { name: 'notifier', close: () => service.close() },
    { name: 'transport', close: () => transport.close() },
  ],
  log: (line) => process.stderr.write(`${line}\n`),
});

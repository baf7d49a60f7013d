import { createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { exitWithRefusal, loadConfig, onShutdown } from '@kalends/service-runtime';
import { availabilitySettings, startAvailability } from './service.js';

const loaded = loadConfig(availabilitySettings, process.env);
if (!loaded.ok) {
  exitWithRefusal(loaded.problems, { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) });
}
const transport = createKafkaTransport(kafkaOptionsOf(loaded.config, 'availability'));
const service = await startAvailability(loaded.config, transport);
onShutdown({
  program: process,
  steps: [
    { name: 'availability', close: () => service.close() },
    { name: 'transport', close: () => transport.close() },
  ],
  log: (line) => process.stderr.write(`${line}\n`),
});

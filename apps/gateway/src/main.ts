import { createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { exitWithRefusal, loadConfig, onShutdown } from '@kalends/service-runtime';
import { gatewaySettings, publicUrlOf, startGateway } from './service.js';

const loaded = loadConfig(gatewaySettings, process.env);
if (!loaded.ok) {
  exitWithRefusal(loaded.problems, { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) });
}
const transport = createKafkaTransport(kafkaOptionsOf(loaded.config, 'gateway'));
const gateway = await startGateway({ ...loaded.config, PUBLIC_URL: publicUrlOf(loaded.config) }, transport);
onShutdown({
  program: process,
  drain: { begin: () => gateway.drain(), seconds: loaded.config.DRAIN_SECONDS },
  steps: [
    { name: 'gateway', close: () => gateway.close() },
    { name: 'transport', close: () => transport.close() },
  ],
  log: (line) => process.stderr.write(`${line}\n`),
});

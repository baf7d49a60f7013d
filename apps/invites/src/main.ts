import { createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { exitWithRefusal, loadConfig, onShutdown } from '@kalends/service-runtime';
import { invitesSettings, startInvites } from './service.js';

const loaded = loadConfig(invitesSettings, process.env);
if (!loaded.ok) {
  exitWithRefusal(loaded.problems, { write: (text) => process.stderr.write(text), exit: (code) => process.exit(code) });
}
const transport = createKafkaTransport(kafkaOptionsOf(loaded.config, 'invites'));
const service = await startInvites(loaded.config, transport);
onShutdown({
  program: process,
  drain: { begin: () => service.drain(), seconds: loaded.config.DRAIN_SECONDS },
  steps: [
    { name: 'invites', close: () => service.close() },
    { name: 'transport', close: () => transport.close() },
  ],
  log: (line) => process.stderr.write(`${line}\n`),
});

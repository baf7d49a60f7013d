// One run of the services for `npm run dev`: loads the packages immediately, and the program when it is started.
import inspector from 'node:inspector';
import process from 'node:process';

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.on('message', async ({ packages, start, inspect }) => {
  // an import that fails here fails in the program that needs it
  if (packages) for (const name of packages) await import(name).catch(() => undefined);
  if (inspect !== undefined) inspector.open(inspect, '127.0.0.1');
  if (start) await import(start);
});

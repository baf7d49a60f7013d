// One run of the services for `npm run dev`: reads the packages at once, and the program when its turn comes.
import inspector from 'node:inspector';
import process from 'node:process';

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.on('message', async ({ packages, start, inspect }) => {
  // what cannot be imported is a failure of the program that needs it
  if (packages) for (const name of packages) await import(name).catch(() => undefined);
  if (inspect !== undefined) inspector.open(inspect, '127.0.0.1');
  if (start) await import(start);
});

import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** Preloaded (`--import`): writes a profile of the main thread to PROFILE_FILE when the program ends. */
if (isMainThread && process.env.PROFILE_FILE) {
  const file = process.env.PROFILE_FILE;
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 5_000 });
  session.post('Profiler.start');
  process.once('exit', () =>
    session.post('Profiler.stop', (_error, { profile }) => writeFileSync(file, JSON.stringify(profile))),
  );
}

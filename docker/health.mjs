// HEALTHCHECK of the images: does the program respond? APP is set by the image; PORT overrides the app's default.
import process from 'node:process';

const defaultPorts = { 'calendar-sync': 3001, invites: 3002, availability: 3003, notifier: 3004 };
const port = process.env.PORT || defaultPorts[process.env.APP] || 3000;
const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(3_000) }).catch(
  () => undefined,
);
process.exit(response?.ok ? 0 : 1);

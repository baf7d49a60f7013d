// HEALTHCHECK of the images: does the program answer? PORT wins over the app's own default.
import process from 'node:process';

const defaultPort = 3000;
const url = `http://127.0.0.1:${process.env.PORT || defaultPort}/health/live`;
const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);

export { freePort } from './free-port.js';
export { serverOfFile } from './server-of-file.js';
export { type TestClock, testClock } from './test-clock.js';
export { startTestDatabase, type TestDatabase } from './test-database.js';
export { type WaitOptions, waitUntil } from './wait-until.js';
export { corpus, type CorpusFile, corpusOrSkip, readCorpus, skipFor } from './corpus.js';
export { missingForPython, python } from './python.js';
export { missingForRadicale, type Radicale, type RadicaleOptions, startRadicale } from './radicale.js';
export { missingForTls, startTlsDatabase, type TlsDatabase } from './tls-database.js';

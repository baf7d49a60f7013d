export { type CodeBlock, codeBlocks } from './code-blocks.js';
export { freePort } from './free-port.js';
export { passOn, type Answer, type Exchange, type Fault, type Proxy, startProxy } from './proxy.js';
export { connectTimeoutMs, databasesOfFile } from './databases-of-file.js';
export { type TestClock, testClock } from './test-clock.js';
export { startTestDatabase, type TestDatabase } from './test-database.js';
export { type WaitOptions, waitUntil } from './wait-until.js';
export { corpus, type CorpusFile, corpusOrSkip, readCorpus, skipFor } from './corpus.js';
export { missingForPython, python } from './python.js';
export { missingForRadicale, type Radicale, type RadicaleOptions, startRadicale } from './radicale.js';
export { missingForTls, startTlsDatabase, type TlsDatabase } from './tls-database.js';
export { type OidcIssuerForTests, type OidcPerson, startOidcProvider } from './oidc-provider.js';
export { longestTurn } from './longest-turn.js';
export { roundsOf } from './rounds.js';
export { rowsRead } from './rows-read.js';
export { missingForXandikos, type OneUserServer, startXandikos } from './xandikos.js';
export { missingForCyrus, startCyrus } from './cyrus.js';
export { missingForSabre, startSabre } from './sabre.js';
export { missingForDavical, startDavical } from './davical.js';
export { missingForSogo, startSogo } from './sogo.js';
export { pathWithStandIns } from './stand-ins.js';
export { repositoryFiles } from './repository-files.js';
export {
  dividedBefore,
  occurrencesOf,
  originalOf,
  type PlainInstance,
  type PlainOccurrence,
  type PlainRule,
  type PlainSeries,
  plainSeries,
} from './plain-series.js';
export { randomNumbers } from './random-numbers.js';

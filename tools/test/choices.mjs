import process from 'node:process';

/** How much runs: `usual` on anybody's machine, `all` in `.ci/run` (nothing may be skipped), `nightly` with long rounds. */
export const tier =
  process.env.KALENDS_NIGHTLY === '1' ? 'nightly' : process.env.KALENDS_TEST_ALL === '1' ? 'all' : 'usual';

/** Vitest's projects: what each has, and from which tier on it runs. */
export const projects = {
  unit: { from: 'usual', what: 'specs beside the code, with PostgreSQL and calendar servers' },
  'e2e-embedded': { from: 'usual', what: 'end-to-end tests on the embedded transport' },
  costs: { from: 'usual', what: 'commits, statements and rows of a write' },
  fuzz: { from: 'usual', what: 'hostile requests, mails and calendars' },
  'e2e-kafka': { from: 'all', what: 'those end-to-end tests on Apache Kafka that use the bus; all of them (nightly)' },
  processes: { from: 'nightly', what: 'the last release beside this one' },
  foreign: {
    from: 'nightly',
    what: 'programs and servers of others: Xandikos, Cyrus, sabre/dav, DAViCal, SOGo, kustomize, promtool, images',
  },
  scale: { from: 'nightly', what: 'databases filled with 10,000 accounts' },
  'convergence-embedded': { from: 'nightly', what: 'random changes and faults until every copy is equal' },
  'convergence-kafka': { from: 'nightly', what: 'the same on Apache Kafka' },
  outages: { from: 'nightly', what: 'the processes of the manifests; outages of PostgreSQL and Kafka, and upgrades' },
};

const order = ['usual', 'all', 'nightly'];

/** Whether a project runs in this tier. */
export const runs = (project, chosen = tier) => order.indexOf(projects[project].from) <= order.indexOf(chosen);

export const help = `npm test                     what a change needs, within a quarter of an hour on two processors
npm test -- --project unit   one of the projects below; also several
npm test -- apps/invites     the specs of a folder or file, in every project that has them
npm run test:unit            the specs that start no programs, within a minute
npm run spec -- <name>       the specs with this in their path

${Object.entries(projects)
  .map(([name, { from, what }]) => `  ${name.padEnd(13)} ${what}${from === 'usual' ? '' : ` (${from})`}`)
  .join('\n')}

Projects with (all) run with KALENDS_TEST_ALL=1, which also makes a skipped test a failure and the random tests longer;
those with (nightly) run with KALENDS_NIGHTLY=1. What a machine lacks is skipped and named at the end: docs/testing.md.`;

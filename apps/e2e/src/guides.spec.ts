import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks, missingForPython, pathWithStandIns, python, skipFor } from '@kalends/testing';
import { afterAll, expect, it } from 'vitest';
import { FormJourney } from './harness/form-journey.js';
import { e2e, type Kalends } from './harness/kalends.js';
import { root } from './harness/processes.js';

const run = promisify(execFile);
// the code of this one is called with callbacks: tools/docs/guides.spec.ts
const installation = 'npm ci && npm start';
const blocks = codeBlocks(join(root, 'docs/guides')).filter(
  ({ page, text, lang }) => (page !== 'callbacks' || lang === 'sh') && text.trim() !== installation,
);
const guidesWith = (lang: string) => [...new Set(blocks.filter((one) => one.lang === lang).map(({ page }) => page))];
const textsOf = (guide: string, lang: string) =>
  blocks.filter(({ page, lang: one }) => page === guide && one === lang).map(({ text }) => text);

/** What the last answers of each guide's commands have to show. */
const shown: Record<string, RegExp> = {
  'quick-start': /"calendars".*"summary":"My first event"/s,
  errors: /"tzid":\[\{"key":"errors.required","description":"tzid must be specified"\}\]/,
  oauth: /"access_token"/,
  'smart-invites': /"attachments".*"status":"pending".*"method":"cancel"/s,
  availability: /"available_slots":\[\{.*"hold_id":"visit-4711"/s,
  scheduling: /"url":"http.*\/rts\/.*"status":"open".*"event_id":"visit-42"/s,
  elements: /"element_token":\{.*"origin":"https:\/\/app.example.com".*"expires_in":64800/s,
  changes: /"changes":\[\{.*"type":"event_changed".*"own":true/s,
};

/** A user with a token, and the values of the guides' variables. */
async function variablesOf(kalends: Kalends): Promise<Record<string, string>> {
  const application = await kalends.application();
  const user = await kalends.account(application);
  const journey = new FormJourney(kalends, application);
  await journey.begin();
  await journey.browser.choose('kalends', { tzid: 'Etc/UTC' });
  await journey.browser.submit({ decision: 'allow' }, 'Allow');
  return {
    KALENDS: kalends.deployment.baseUrl,
    TOKEN: user.access_token,
    CALENDAR: user.calendar_id,
    SUB: user.sub,
    API_KEY: application.client_secret,
    CLIENT_ID: application.client_id,
    CLIENT_SECRET: application.client_secret,
    REDIRECT_URI: application.redirect_uris[0]!,
    CODE: new URL(journey.browser.location!).searchParams.get('code')!,
  };
}

e2e('the commands and programs of the guides', (kalends) => {
  const work = mkdtempSync(join(root, '.cache/guides-'));
  let prepared: Promise<Record<string, string>> | undefined;
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  async function prepare() {
    const variables = await variablesOf(kalends());
    mkdirSync(join(work, '.kalends'));
    const { TOKEN: access_token, CALENDAR: calendar_id, API_KEY: client_secret, SUB: sub } = variables;
    const demo = { access_token, calendar_id, client_secret, sub };
    writeFileSync(join(work, '.kalends/demo.json'), JSON.stringify(demo));
    return variables;
  }

  /** What the guides set themselves, so that a command must not find it already set. */
  const own = ['KALENDS', 'TOKEN', 'CALENDAR', 'SUB', 'API_KEY', 'REDIRECT_URI'];

  async function execute(program: string, args: string[]) {
    const all = await (prepared ??= prepare());
    const given = Object.entries(all).filter(([name]) => program !== '/bin/sh' || !own.includes(name));
    const env = { PATH: pathWithStandIns(), HOME: work, ...Object.fromEntries(given) };
    return run(program, args, { cwd: work, env, timeout: 60_000 });
  }

  it.each(guidesWith('sh'))('given the commands of %s, when run in order, then each succeeds', async (guide) => {
    const { REDIRECT_URI } = await (prepared ??= prepare());
    const script = textsOf(guide, 'sh')
      .join('\n')
      .replaceAll('http://127.0.0.1:3000', kalends().deployment.baseUrl)
      .replaceAll('http://127.0.0.1:8080/callback', REDIRECT_URI!);
    const { stdout } = await execute('/bin/sh', ['-euc', script.replaceAll('curl ', 'curl -sS ')]);
    expect(stdout).toMatch(shown[guide] ?? /^/);
  });

  it.each(guidesWith('js'))('given the programs of %s, when run, then each succeeds', async (guide) => {
    for (const [index, text] of textsOf(guide, 'js').entries()) {
      const file = join(work, `${guide}-${index}.mjs`);
      writeFileSync(file, text);
      expect((await execute(process.execPath, [file])).stdout).not.toBe('');
    }
  });

  it.for(guidesWith('python'))('given the Python of %s, when run, then it succeeds', async (guide, context) => {
    const missing = missingForPython('pycronofy', 'pycronofy==2.1.1');
    if (missing !== undefined) return skipFor(context, missing);
    for (const text of textsOf(guide, 'python'))
      expect((await execute(python(), ['-c', text])).stdout.trim()).toBe('1');
  });
});

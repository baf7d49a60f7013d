import type { Demo } from './demo.js';

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * What to do first, for who reads logs: the three calls as commands. `path`: of `demo.json`, from which they read the token, as logs
 * are kept, and read by more people than the file.
 */
export function advice(demo: Demo, path: string): string {
  const token = `$(node -p 'require(process.argv[1]).access_token' ${quoted(path)})`;
  const auth = `-H "Authorization: Bearer ${token}"`;
  const event = `{"event_id":"my-first","summary":"My first event","start":"2026-12-01T10:00:00Z","end":"2026-12-01T11:00:00Z"}`;
  return `
A demo application and account are ready (${path}). Try:

  curl ${auth} ${demo.base_url}/v1/calendars

  curl ${auth} '${demo.base_url}/v1/events?tzid=Etc/UTC'

  curl -i ${auth} -H 'Content-Type: application/json' \\
    -d '${event}' \\
    ${demo.base_url}/v1/calendars/${demo.calendar_id}/events

`;
}

interface Welcome {
  publicUrl: string;
  demoPath: string | null;
  hasExample: boolean;
  consoleLink: string | null;
}

/**
 * The result of the start on a terminal. `demoPath`: of `demo.json`, null without a demo; `hasExample`: whether the example
 * application is here, as it is in a clone; `consoleLink` signs in to the console once.
 */
export function welcome({ publicUrl, demoPath, hasExample, consoleLink }: Welcome): string {
  const example = '\n  Example     npm run example      (in another terminal: a small application on this API)';
  const withDemo = `
  Next        open the page above: the first three calls with values that work, and "Connect a calendar"${hasExample ? example : ''}
  Values      ${demoPath}
`;
  return `
Kalends answers at ${publicUrl} (Ctrl-C stops it)

  Start here  ${publicUrl}/
${consoleLink === null ? '' : `  Console     ${consoleLink}\n              (signs in once; later: npm run kalends -- console)\n`}${demoPath === null ? '' : withDemo.slice(1)}
`;
}

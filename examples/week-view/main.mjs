// npm run example: an application on the Kalends API. See README.md.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { bookPage, confirm, hold, release } from './booking.mjs';
import { html, page } from './html.mjs';
import { answer, attachmentOf, invite, invitesPage, isSigned, receive, watch } from './invites.mjs';
import { Refused } from './kalends.mjs';
import { ownUrl, port } from './settings.mjs';
import { beginJourney, endJourney, sessionOf, signInAsDemo } from './sign-in.mjs';
import { startPage, weekPage } from './week.mjs';

const file = (name) => readFileSync(new URL(name, import.meta.url));
const files = { '/style.css': [file('style.css'), 'text/css'], '/live.js': [file('live.js'), 'text/javascript'] };
const policy =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Pages, shown to who is signed in. */
const pages = { '/': weekPage, '/book': (session) => bookPage(session), '/invites': invitesPage };
/** Forms that lead to a page. */
const forms = {
  '/book/confirm': confirm,
  '/book/release': release,
  '/invites': invite,
  '/invites/answer': answer,
};

const send = (response, status, body, type = 'text/html; charset=utf-8') =>
  response
    .writeHead(status, { 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-store' })
    .end(body);
const goTo = (response, location) => response.writeHead(303, { location }).end();
const sorry = (title, text = '') =>
  page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">Back</a></p>`,
  );

async function readBody(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > 100_000) throw new Error('the body is too long');
  }
  return body;
}

async function get({ path, query, session, response }) {
  if (path === '/connect') return goTo(response, beginJourney(session, response));
  if (path === '/callback') {
    const problem = await endJourney(session, query);
    return problem ? send(response, 400, startPage(problem)) : goTo(response, '/');
  }
  if (!session.user) return path === '/' ? send(response, 200, startPage()) : goTo(response, '/');
  if (path === '/live') return watch(session, response);
  const [, id, kind] = /^\/invites\/([\w-]+)\.(ics|eml)$/.exec(path) ?? [];
  const attachment = id && attachmentOf(session, id, kind);
  if (attachment) return send(response, 200, attachment, kind === 'ics' ? 'text/calendar' : 'message/rfc822');
  if (pages[path]) return send(response, 200, await pages[path](session, query));
  return send(response, 404, sorry('There is no such page'));
}

async function post({ path, session, request, response }) {
  // another site's form would be sent with this browser's cookie too
  if (request.headers.origin !== ownUrl) return send(response, 403, sorry('This form is not ours'));
  if (path === '/demo') return goTo(response, signInAsDemo(session, response));
  if (!session.user) return goTo(response, '/');
  const form = new URLSearchParams(await readBody(request));
  if (path === '/book') return send(response, 200, await hold(session, form));
  if (forms[path]) return goTo(response, await forms[path](session, form));
  return send(response, 404, sorry('There is no such form'));
}

/** From Kalends: the signature is verified over the bytes as received, before anything is read from them. */
async function callback(request, response) {
  const body = await readBody(request);
  if (!isSigned(body, request.headers['cronofy-hmac-sha256'])) return send(response, 401, '');
  receive(JSON.parse(body));
  return send(response, 200, '');
}

async function handle(request, response) {
  const { pathname: path, searchParams: query } = new URL(request.url, ownUrl);
  if (files[path]) return send(response, 200, ...files[path]);
  if (path === '/callbacks/invites' && request.method === 'POST') return callback(request, response);
  const session = sessionOf(request);
  try {
    await (request.method === 'POST' ? post : get)({ path, query, session, request, response });
  } catch (error) {
    if (error.status !== 401) throw error;
    delete session.user;
    goTo(response, '/');
  }
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    if (!(error instanceof Refused)) console.error(error);
    if (!response.headersSent) send(response, 502, sorry('That did not work', error.message));
  });
});
server.on('error', ({ message }) => {
  console.error(`The example could not start: ${message}. PORT chooses another port; see README.md.`);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => console.log(`The example is at ${ownUrl}/ (Ctrl-C stops it)`));
// npm passes SIGTERM to the shell that runs its script, which does not pass it on
const parent = process.ppid;
const endWithNpm = () => process.ppid === parent || process.exit();
if (process.env.npm_lifecycle_event) setInterval(endWithNpm, 250).unref();

// The authorization code flow with state and PKCE (RFC 6749 section 4.1, RFC 7636), and the sessions of browsers.
import { createHash, randomBytes } from 'node:crypto';
import { redeem } from './kalends.mjs';
import { clientId, demoUser, kalendsUrl, redirectUri } from './settings.mjs';

const random = () => randomBytes(32).toString('base64url');

/** By the browser's cookie, from its first journey on. In memory: after a restart users connect again. */
const sessions = new Map();

/** This browser's session: `{ user?, journey?, invites }`; one without a user if it has none. */
export function sessionOf(request) {
  const [, id] = /(?:^|; )week_view=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '') ?? [];
  return sessions.get(id) ?? { invites: new Map() };
}

/** Gives the session to this browser. */
function keep(session, response) {
  const id = random();
  sessions.set(id, session);
  response.setHeader('set-cookie', `week_view=${id}; Path=/; HttpOnly; SameSite=Lax`);
}

/** Signs in as the user of the demo, whose tokens are in its file; returns the address of the week. */
export function signInAsDemo(session, response) {
  if (demoUser) {
    keep(session, response);
    session.user = { ...demoUser };
  }
  return '/';
}

/** The address to send the browser to. `state` ties the answer to this browser, the verifier the code to this request. */
export function beginJourney(session, response) {
  keep(session, response);
  session.journey = { state: random(), verifier: random() };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read_write',
    state: session.journey.state,
    code_challenge: createHash('sha256').update(session.journey.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${kalendsUrl}/oauth/authorize?${query}`;
}

/** Signs in with the journey's answer; returns what went wrong, or nothing. */
export async function endJourney(session, query) {
  const { journey } = session;
  delete session.journey;
  if (!journey || query.get('state') !== journey.state) return 'This browser did not begin this journey.';
  if (query.has('error')) return `Nothing was connected: ${query.get('error_description') ?? query.get('error')}`;
  session.user = await redeem(query.get('code'), journey.verifier);
}

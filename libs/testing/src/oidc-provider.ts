import { createServer } from 'node:http';
import type { Provider } from 'oidc-provider';
import { freePort } from './free-port.js';

/** A person that the issuer knows; the test changes them. */
export interface OidcPerson {
  roles?: unknown;
  email?: string;
  email_verified?: boolean;
}

interface Options {
  redirectUri: string;
  /** Whether it gives refresh tokens. */
  refreshes?: boolean;
}

export interface OidcIssuerForTests {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By their subject. A person that is removed is unknown from then on. */
  people: Map<string, OidcPerson>;
  /** Whether it answers 503 to everything. */
  setDown(down: boolean): void;
  stop(): Promise<void>;
}

const scopes = ['openid', 'profile', 'email', 'offline_access'];

/** The page on which a person chooses who they are; each link signs in. */
const pageOf = (people: Iterable<string>) =>
  `<!doctype html><title>Issuer</title><h1>Who are you?</h1>${[...people]
    .map((subject) => `<p><a href="?as=${subject}">Sign in as ${subject}</a></p>`)
    .join('')}<p><a href="?cancel=1">Cancel</a></p>`;

/** oidc-provider on loopback: PKCE is required, refresh tokens rotate, people sign in by a link. */
export async function startOidcProvider({ redirectUri, refreshes = true }: Options): Promise<OidcIssuerForTests> {
  const library = await import('oidc-provider');
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const [clientId, clientSecret] = ['console', 'the-secret-of-the-console-client'];
  const people = new Map<string, OidcPerson>();
  const provider: Provider = new library.Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'] },
    cookies: { keys: ['cookies-of-the-issuer'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => refreshes,
    rotateRefreshToken: true,
    findAccount: (_context, subject) => {
      const person = people.get(subject);
      return person && { accountId: subject, claims: () => ({ sub: subject, ...person }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope(scopes.join(' '));
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    const { as, cancel } = context.query;
    if (as === undefined && cancel === undefined) {
      context.type = 'html';
      context.body = pageOf(people.keys());
      return;
    }
    const result = cancel ? { error: 'access_denied' } : { login: { accountId: String(as), remember: false } };
    context.redirect(await provider.interactionResult(context.req, context.res, result));
  });
  let isDown = false;
  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (isDown) response.writeHead(503).end();
    else void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve));
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    setDown: (down) => void (isDown = down),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

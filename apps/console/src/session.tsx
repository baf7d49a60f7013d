import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { api, read, Refused, type Schemas } from './api.js';
import { Mark } from './parts/mark.js';
import { Field } from './parts/field.js';
import { Problem } from './parts/problem.js';

type Session = Schemas['ConsoleSession'];

const SessionContext = createContext<Session | null>(null);

/** Who has signed in. */
export const useSession = (): Session => useContext(SessionContext)!;

/** The token of a link that signs in once, taken out of the address, so that it is in no history. */
function takeLink(): string | null {
  const token = /^#sign-in=([\w-]+)$/.exec(window.location.hash)?.[1] ?? null;
  if (token) window.history.replaceState(null, '', window.location.pathname);
  return token;
}

const link = takeLink();

/** The host of the OpenID Connect issuer at which people sign in; empty: there is none. */
const issuer = document.querySelector<HTMLMetaElement>('meta[name="oidc-host"]')?.content ?? '';

const problems = new Map([
  ['cancelled', 'Nobody was signed in: the sign-in was cancelled, or refused to you.'],
  [
    'refused',
    `Nobody was signed in: the answer of ${issuer} was not valid. Try again, or ask an administrator to look at the settings OIDC_….`,
  ],
  ['unreachable', `${issuer} does not answer at the moment. Try again in a minute.`],
  ['expired', 'Signing in took longer than 10 minutes, or began in another browser. Try again.'],
  [
    'no-role',
    `You have signed in at ${issuer}, but it gives you no role for this console. Ask an administrator for one.`,
  ],
  ['not-configured', 'Nobody can sign in at an identity provider here: OIDC_ISSUER is not set.'],
]);

/** Why signing in at the issuer failed, taken out of the address. */
function takeProblem(): string | null {
  const name = /^#problem=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (name === undefined) return null;
  window.history.replaceState(null, '', window.location.pathname);
  return problems.get(name) ?? null;
}

const problem = takeProblem();

/** Shows the page to sign in on until somebody has. */
export function SignedIn({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const used = useRef(false);
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => read(api.GET('/console/session')),
    enabled: link === null,
    retry: (count, error) => !(error instanceof Refused) && count < 3,
  });
  const signIn = useMutation({
    mutationFn: (body: { key?: string; link?: string }) => read(api.POST('/console/session', { body })),
    onSuccess: (data) => client.setQueryData(['session'], data),
  });
  const { mutate } = signIn;
  useEffect(() => {
    if (link === null || used.current) return;
    used.current = true;
    mutate({ link });
  }, [mutate]);
  const current = signIn.data ?? session.data;
  if (current) return <SessionContext value={current}>{children}</SessionContext>;
  if (session.isFetching || signIn.isPending) return <p className="centered dim">Signing in…</p>;
  return <SignIn onKey={(key) => mutate({ key })} error={signIn.error} />;
}

function SignIn({ onKey, error }: { onKey: (key: string) => void; error: Error | null }) {
  const [key, setKey] = useState('');
  return (
    <main className="sign-in">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          onKey(key.trim());
        }}
      >
        <div className="row">
          <Mark size={36} />
          <h1>Kalends console</h1>
        </div>
        <Problem error={error} />
        {problem && !error && (
          <div className="notice notice-danger" role="alert">
            {problem}
          </div>
        )}
        {issuer && (
          <>
            <a className="button wide" href="/console/oidc">
              Sign in with {issuer}
            </a>
            <p className="dim">or with a key</p>
          </>
        )}
        <Field
          label="Admin key or developer’s key"
          note={
            <>
              The admin key is the setting ADMIN_KEY; <code>npm start</code> prints a link that signs in without it.
            </>
          }
        >
          <input type="password" autoComplete="off" required value={key} onChange={(e) => setKey(e.target.value)} />
        </Field>
        <button className={issuer ? 'wide button-quiet' : 'wide'}>Sign in</button>
      </form>
    </main>
  );
}

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
        <button className="wide">Sign in</button>
      </form>
    </main>
  );
}

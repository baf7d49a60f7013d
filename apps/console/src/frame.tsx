import { useMutation } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from './api.js';
import { Palette } from './palette.js';
import { Mark } from './parts/mark.js';
import { Theme } from './parts/theme.js';
import { useSession } from './session.js';

/** Of the whole deployment: developers do not see them. */
const ofDeployment: readonly string[] = ['/providers', '/developers', '/mail', '/dead-letters'];

const pages = [
  ['/', 'Overview'],
  ['/accounts', 'Accounts'],
  ['/applications', 'Applications'],
  ['/providers', 'Providers'],
  ['/developers', 'Developers'],
  ['/mail', 'Unmatched mail'],
  ['/dead-letters', 'Dead letters'],
  ['/audit', 'Audit'],
] as const;

/** What every page is shown in: the list of pages, the search, who has signed in. */
export function Frame() {
  const { only_account, developer } = useSession();
  const [open, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const navigate = useNavigate();
  useEffect(() => {
    if (only_account !== null && !path.startsWith('/accounts/'))
      void navigate({ to: '/accounts/$sub', params: { sub: only_account }, replace: true });
  }, [only_account, path, navigate]);
  const shown = pages.filter(([to]) => only_account === null && !(developer && ofDeployment.includes(to)));
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <aside className="sidebar">
        <div className="row between">
          <Link to="/" className="brand">
            <Mark size={28} /> Kalends
          </Link>
          <button
            type="button"
            className="button-quiet button-s menu"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            Menu
          </button>
        </div>
        <div className="sidebar-body" data-open={open}>
          {only_account === null && <Palette />}
          <nav aria-label="Pages" key={path}>
            {shown.map(([to, title]) => (
              <Link key={to} to={to} activeOptions={{ exact: to === '/' }} onClick={() => setOpen(false)}>
                {title}
              </Link>
            ))}
            <a href="/docs">Documentation</a>
          </nav>
          <Who />
        </div>
      </aside>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

function Who() {
  const { actor, role } = useSession();
  const signOut = useMutation({
    mutationFn: () => api.DELETE('/console/session'),
    onSuccess: () => window.location.assign('/console'),
  });
  return (
    <footer className="who stack-s">
      <p className="dim">
        {actor}, {role}
      </p>
      <div className="row">
        <Theme />
        <button type="button" className="button-link" onClick={() => signOut.mutate()}>
          Sign out
        </button>
      </div>
    </footer>
  );
}

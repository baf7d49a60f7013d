import { useEffect, type ReactNode } from 'react';
import { Empty } from './empty.js';

interface PageProps {
  title: string;
  /** What belongs to the title: a state, a button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page of the console, with its title in the browser's tab. */
export function Page({ title, aside, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Kalends console`;
  }, [title]);
  return (
    <div className="page">
      <header className="row between page-header">
        <h1>{title}</h1>
        {aside}
      </header>
      {children}
    </div>
  );
}

/** A section in a card; `empty`: what is said in place of nothing. */
export function Section({ title, aside, children, empty }: PageProps & { empty?: string | false | undefined }) {
  return (
    <section className="card section" aria-label={title}>
      <header className="row between">
        <h2>{title}</h2>
        {aside}
      </header>
      {empty ? <Empty>{empty}</Empty> : children}
    </section>
  );
}

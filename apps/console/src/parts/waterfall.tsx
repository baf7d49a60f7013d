import type { Schemas } from '../api.js';
import { Copy } from './copy.js';
import { duration } from './duration.js';
import { Time } from './time.js';

type Step = Schemas['EventStep'];

/** Steps of one write, or one step that belongs to none, on a scale of their own. */
interface Chapter {
  command: number | null;
  steps: Step[];
}

/** Chapters in the order in which they began. */
function chaptersOf(steps: readonly Step[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const step of steps) {
    const same = step.command === null ? undefined : chapters.find(({ command }) => command === step.command);
    if (same) same.steps.push(step);
    else chapters.push({ command: step.command, steps: [step] });
  }
  return chapters;
}

const names = { application: 'the application', others: 'others', kalends: 'Kalends' } as const;

const ms = Date.parse;
const kinds = new Map([
  ['accepted', 'accent'],
  ['written', 'ok'],
  ['shown', 'ok'],
  ['refused', 'danger'],
  ['waits', 'warn'],
  ['waits for its provider', 'warn'],
]);

/** What happened, each step as a bar from its begin to its end, and in words. */
export function Waterfall({ steps }: { steps: readonly Step[] }) {
  return (
    <div className="stack">
      {chaptersOf(steps).map((chapter) => (
        <OneChapter key={`${chapter.command} ${chapter.steps[0]!.at} ${chapter.steps[0]!.what}`} chapter={chapter} />
      ))}
    </div>
  );
}

function OneChapter({ chapter: { command, steps } }: { chapter: Chapter }) {
  const from = Math.min(...steps.map(({ began_at }) => ms(began_at)));
  const to = Math.max(...steps.map(({ at }) => ms(at)));
  const request = steps.find(({ request_id }) => request_id !== null)?.request_id;
  return (
    <section className="chapter" aria-label={command === null ? steps[0]!.what : `Write ${command}`}>
      {command !== null && (
        <header className="row between">
          <h3>Write {command}</h3>
          <span className="dim">
            {duration(to - from)} from the request on{request && ', '}
            {request && <Copy value={request} label="the request’s id" />}
          </span>
        </header>
      )}
      <ol className="waterfall">
        {steps.map((step) => (
          <Bar key={`${step.at} ${step.what}`} step={step} from={from} length={to - from} />
        ))}
      </ol>
    </section>
  );
}

function Bar({ step, from, length }: { step: Step; from: number; length: number }) {
  const [began, ended] = [ms(step.began_at), ms(step.at)];
  const share = (at: number) => (length === 0 ? 0 : (100 * at) / length);
  return (
    <li className="bar">
      <span className="bar-what">
        <strong>{step.what}</strong> <span className="dim">by {names[step.by]}</span>
      </span>
      <span className="bar-track" aria-hidden="true">
        <span
          className={`bar-fill bar-${kinds.get(step.what) ?? 'plain'}`}
          style={{ insetInlineStart: `${share(began - from)}%`, width: `${share(ended - began)}%` }}
        />
      </span>
      <span className="bar-took dim">
        {ended > began ? `took ${duration(ended - began)}, ` : ''}
        <Time at={step.at} />
      </span>
      {step.detail && <p className="dim">{step.detail}</p>}
      {step.advice && (
        <p>
          <strong>What to do:</strong> {step.advice}
        </p>
      )}
    </li>
  );
}

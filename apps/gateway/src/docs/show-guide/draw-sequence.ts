import { html, type Html } from '@kalends/design';
import type { Message, Sequence } from './read-sequence.js';

const width = 704;
const boxHeight = 34;
const stepHeight = 44;

interface Drawn {
  /** The middle of a participant. */
  at: (name: string) => number;
  y: number;
}

function arrow({ from, to, text, isReply }: Message, { at, y }: Drawn): Html {
  const [start, end] = [at(from), at(to)];
  const kind = isReply ? 'reply' : 'call';
  const head = isReply ? 'reply-head' : 'head';
  if (from === to)
    return html`<path class="${kind}" d="M${start} ${y - 10}h26v16h-20" />
      <path class="${head}" d="M${start + 2} ${y + 6}l9 -5v10z" />
      <text class="words" x="${start + 34}" y="${y + 3}">${text}</text>`;
  const back = end > start ? -9 : 9;
  const middle = (start + end) / 2;
  return html`<path class="${kind}" d="M${start} ${y}H${end + back}" />
    <path class="${head}" d="M${end} ${y}l${back} -5v10z" />
    <text class="words" x="${middle}" y="${y - 8}" text-anchor="middle">${text}</text>`;
}

function note(text: string, over: string, { at, y }: Drawn): Html {
  const half = Math.min(width / 2 - 4, text.length * 3.6 + 14);
  const middle = Math.max(half + 2, Math.min(width - half - 2, at(over)));
  return html`<rect class="note" x="${middle - half}" y="${y - 20}" width="${2 * half}" height="27" rx="5" />
    <text x="${middle}" y="${y - 2}" text-anchor="middle">${text}</text>`;
}

const inWords = (step: Sequence['steps'][number]): Html =>
  'note' in step
    ? html`<li>${step.note}</li>`
    : html`<li><strong>${step.from}</strong> → <strong>${step.to}</strong>: ${step.text}</li>`;

/** A picture of a sequence, in the colours of the page, with the same in words for screen readers and narrow screens. */
export function drawSequence({ title, participants, steps }: Sequence): Html {
  const column = width / participants.length;
  const at = (name: string) => column * (participants.indexOf(name) + 0.5);
  const height = boxHeight + stepHeight * steps.length + 24;
  const boxWidth = Math.min(column - 12, 150);
  const who = participants.map(
    (name) =>
      html`<line class="life" x1="${at(name)}" x2="${at(name)}" y1="${boxHeight}" y2="${height}" />
        <rect class="box" x="${at(name) - boxWidth / 2}" y="1" width="${boxWidth}" height="${boxHeight - 2}" rx="7" />
        <text class="who" x="${at(name)}" y="22" text-anchor="middle">${name}</text>`,
  );
  const drawn = steps.map((step, index) => {
    const y = boxHeight + stepHeight * (index + 1) - 6;
    return 'note' in step ? note(step.note, step.over, { at, y }) : arrow(step, { at, y });
  });
  return html`<figure class="sequence">
    <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${who} ${drawn}</svg>
    <ol aria-label="${title}">
      ${steps.map(inWords)}
    </ol>
  </figure>`;
}

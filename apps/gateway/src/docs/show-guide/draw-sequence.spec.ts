import { describe, expect, it } from 'vitest';
import { drawSequence } from './draw-sequence.js';
import { readSequence } from './read-sequence.js';

const text = `sequenceDiagram
  title A call
  participant One
  participant <Two>
  One->>One: think
  One->>Two: no
`;
const valid = text.replaceAll('<Two>', 'Two');

describe('a sequence', () => {
  it('given a diagram, then it is read', () =>
    expect(readSequence(`${valid}  Two-->>One: a <b>\n  Note over One: done`)).toEqual({
      title: 'A call',
      participants: ['One', 'Two'],
      steps: [
        { from: 'One', to: 'One', text: 'think', isReply: false },
        { from: 'One', to: 'Two', text: 'no', isReply: false },
        { from: 'Two', to: 'One', text: 'a <b>', isReply: true },
        { note: 'done', over: 'One' },
      ],
    }));

  it.each([
    ['another kind', 'flowchart LR'],
    ['a line that is not known', `${valid}  loop every day`],
    ['somebody who is not a participant', `${valid}  One->>Three: hello`],
  ])('given %s, then it is refused', (_, wrong) => expect(() => readSequence(wrong)).toThrow());

  it('given hostile names and texts, then they are escaped in the picture and in the words', () => {
    const { text: drawn } = drawSequence(readSequence(text.replace('One->>Two: no', 'One-->><Two>: <script>')));
    expect(drawn).not.toMatch(/<Two>|<script>/);
    expect(drawn.match(/&lt;script&gt;/g)).toHaveLength(2);
  });

  it('given messages to the right and to the left, then arrows end at their receivers', () => {
    const { text: drawn } = drawSequence(readSequence(`${valid}  Two-->>One: yes`));
    // two columns of 352: middles at 176 and 528
    expect(drawn).toMatch(/class="call" d="M176 \d+H519"/);
    expect(drawn).toMatch(/class="reply" d="M528 \d+H185"/);
  });
});

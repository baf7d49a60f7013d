export interface Message {
  from: string;
  to: string;
  text: string;
  /** Dashed: what answers an earlier one. */
  isReply: boolean;
}

/** Who talks to whom, in order; a note has no sender. */
export interface Sequence {
  title: string;
  participants: string[];
  steps: (Message | { note: string; over: string })[];
}

/** Reads what the guides use of Mermaid's sequence diagrams, which other readers of Markdown draw as well. Throws for the rest. */
export function readSequence(text: string): Sequence {
  const [kind, ...lines] = text.split('\n').map((line) => line.trim());
  if (kind !== 'sequenceDiagram') throw new Error(`a guide has a diagram of the kind ${kind}, which is not drawn`);
  const sequence: Sequence = { title: '', participants: [], steps: [] };
  for (const line of lines.filter((one) => one !== '')) {
    const title = /^title:? (.+)$/.exec(line)?.[1];
    const participant = /^participant (.+)$/.exec(line)?.[1];
    const [, over, note] = /^Note over ([^:]+): (.+)$/.exec(line) ?? [];
    const [, from, arrow, to, message] = /^([^-:]+?)(--?>>)([^:]+): (.+)$/.exec(line) ?? [];
    if (title) sequence.title = title;
    else if (participant) sequence.participants.push(participant);
    else if (note) sequence.steps.push({ note, over: known(sequence, over!) });
    else if (message)
      sequence.steps.push({
        from: known(sequence, from!),
        to: known(sequence, to!),
        text: message,
        isReply: arrow === '-->>',
      });
    else throw new Error(`a line of a diagram cannot be read: ${line}`);
  }
  return sequence;
}

function known({ participants }: Sequence, name: string): string {
  if (!participants.includes(name)) throw new Error(`${name} is not a participant of the diagram`);
  return name;
}

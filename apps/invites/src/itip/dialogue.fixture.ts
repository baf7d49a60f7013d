import { expect } from 'vitest';
import type { EventComponent } from '@kalends/icalendar';
import type { AttendeeReply, Invite, Proposal, RecordedReply, ReplyMail } from './model.js';
import { recordReplies } from './record-replies.js';
import { cancelInvite, createInvite, removeRecipient, reviseInvite } from './revise.js';

/** The words of one line: standalone ones, and those of the form `name=value` or `name="some value"`. */
interface Words {
  plain: string[];
  named: Map<string, string>;
}

const DAY = '2026-11-10';
const instant = (clock: string): number => Date.parse(clock.includes('T') ? `${clock}:00Z` : `${DAY}T${clock}:00Z`);
const local = (clock: string) => ({ local: `${DAY}T${clock}:00`, tzid: 'Europe/Berlin' });

function wordsOf(line: string): Words {
  const words: Words = { plain: [], named: new Map() };
  for (const [, name, quoted, bare, plain] of line.matchAll(/(?:([a-z]+)=(?:"([^"]*)"|(\S+)))|(\S+)/g)) {
    if (name === undefined) words.plain.push(plain!);
    else words.named.set(name, quoted ?? bare!);
  }
  return words;
}

const proposalOf = (text: string): Proposal => {
  const [start, end] = text.split('-');
  return { start: local(start!), end: local(end!) };
};

function replyOf({ plain: [email, partstat], named }: Words): AttendeeReply {
  const at = named.get('stamp') ?? '12:00';
  const instance = named.get('instance');
  const comment = named.get('comment');
  const proposal = named.get('proposal');
  return {
    method: (named.get('method') as AttendeeReply['method'] | undefined) ?? 'REPLY',
    uid: named.get('uid') ?? 'uid-1',
    sequence: named.get('sequence') === 'none' ? null : Number(named.get('sequence') ?? 0),
    dtstamp: at === 'none' ? null : instant(at),
    recurrenceId: instance === undefined ? null : instance.length === 10 ? instance : instant(instance),
    email: email!,
    partstat: partstat ?? 'NEEDS-ACTION',
    delegatedTo: named.get('delegated')?.split(',') ?? [],
    ...(comment !== undefined && { comment }),
    ...(proposal !== undefined && { proposal: proposalOf(proposal) }),
  };
}

/** A scripted exchange between organizer and attendees: lines that begin with `>`; the others are explanations. */
export class Dialogue {
  #invite: Invite | undefined;
  #recorded: RecordedReply[] = [];
  #mails = 0;

  run(script: string): void {
    script.split('\n').forEach((line, index) => {
      if (!line.startsWith('> ')) return;
      try {
        this.#step(line.slice(2));
      } catch (error) {
        throw new Error(`line ${index + 1}: ${line}\n${String(error)}`, { cause: error });
      }
    });
  }

  #step(line: string): void {
    const [verb] = line.split(' ');
    const rest = line.slice(verb!.length + 1);
    const words = wordsOf(rest);
    const present = this.#invite!;
    if (verb === 'create') this.#invite = this.#created(words);
    else if (verb === 'revise') this.#invite = reviseInvite(present, this.#next(words));
    else if (verb === 'cancel') this.#invite = cancelInvite(present);
    else if (verb === 'remove') this.#remove(words.plain[0]!);
    else if (verb === 'reply') this.#reply(rest);
    else if (verb === 'expect') this.#expect(words);
    else throw new Error(`unknown verb ${verb}`);
  }

  #created({ plain, named }: Words): Invite {
    const recipients = plain.map((email) => ({ email }));
    return createInvite({ uid: 'uid-1', several: named.has('several'), event: eventOf(named), recipients });
  }

  #next({ plain, named }: Words) {
    const before = this.#invite!;
    const event = eventOf(named, before.event);
    const rule = named.get('rule');
    const recurrence = rule === undefined ? before.recurrence : { rrules: [rule], rdates: [], exdates: [] };
    return { event, recipients: plain.map((email) => ({ email })), ...(recurrence && { recurrence }) };
  }

  #remove(email: string): void {
    const next = removeRecipient(this.#invite!, email);
    if (next === 'unknown-recipient') throw new Error(next);
    this.#invite = next;
  }

  /** ` + ` separates several answers in one mail. */
  #reply(line: string): void {
    const lines = line.split(' + ').map(wordsOf);
    const { named, plain } = lines[0]!;
    const mail: ReplyMail = {
      messageId: named.get('id') ?? `<${++this.#mails}@test>`,
      from: named.get('from') ?? plain[0]!,
      automatic: named.has('automatic'),
      authentication: named.get('authentication') ?? null,
      replies: lines.map(replyOf),
    };
    const context = { now: instant(named.get('at') ?? '23:00'), trusted: named.get('secret') !== 'no' };
    const { invite, recorded } = recordReplies(this.#invite!, mail, context);
    expect(invite.replies).toEqual([...this.#invite!.replies, ...recorded]);
    this.#invite = invite;
    this.#recorded = recorded;
  }

  #expect({ plain: [what, ...values], named }: Words): void {
    const invite = this.#invite!;
    if (what === 'sequence') expect(invite.sequence).toBe(Number(values[0]));
    else if (what === 'method') expect(invite.method).toBe(values[0]);
    else if (what === 'recorded')
      expect(this.#recorded.map(shown)).toEqual(values[0] === 'nothing' ? [] : [values.join(' ')]);
    else if (what === 'also') expect(this.#recorded.map(shown)).toContain(values.join(' '));
    else expectRecipient(invite, what!, values[0]!, named);
  }
}

const shown = ({ email, status, counted, reason, delegatedTo }: RecordedReply): string =>
  [email, status, counted ? 'counted' : reason, ...(delegatedTo ?? [])].join(' ');

function expectRecipient(invite: Invite, email: string, status: string, named: Map<string, string>): void {
  const recipient = invite.recipients.find((one) => one.email === email);
  const proposal = named.get('proposal');
  expect({ ...recipient, counted: undefined }).toEqual({
    email,
    status,
    comment: named.get('comment'),
    proposal: proposal === undefined ? undefined : proposalOf(proposal),
  });
}

function eventOf(named: Map<string, string>, before?: EventComponent): EventComponent {
  const location = named.get('location');
  const base: EventComponent = before ?? { summary: 'Plan', start: local('10:00'), end: local('11:00'), status: 'confirmed', transparency: 'opaque' }; // prettier-ignore
  return {
    ...base,
    summary: named.get('summary') ?? base.summary,
    start: named.has('start') ? local(named.get('start')!) : base.start,
    end: named.has('end') ? local(named.get('end')!) : base.end,
    ...(location !== undefined && { location: { description: location } }),
  };
}

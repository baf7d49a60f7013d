import type { DeadLetterRecord, ServiceName } from '@kalends/contracts';

const explanations: Record<DeadLetterRecord['reason'], (letter: DeadLetterRecord) => string> = {
  invalid: () =>
    'The contract of its topic does not allow it, or only a newer release knows its kind. Replay it after an upgrade; discard it if nothing needs it.',
  failed: ({ deliveries }) =>
    `Handling it failed ${deliveries === 1 ? 'once' : `${deliveries} times`}. Replay it after the cause is repaired.`,
  'too-large': () =>
    'It is larger than its topic allows, and was never sent. Discard it, and reduce what it is made of.',
};

/** A dead letter as the admin API shows it. */
export function presentDeadLetter(service: ServiceName, letter: DeadLetterRecord) {
  const { kind, account_id, ...rest } = letter;
  return { ...rest, service, message_type: kind, sub: account_id, explanation: explanations[letter.reason](letter) };
}

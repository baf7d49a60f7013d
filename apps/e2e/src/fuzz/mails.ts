import { hostileTexts, mutate, type Random } from '../harness/random.js';
import { mailOf, type InviteText } from '../harness/reply-mail.js';

const bombs: ((mail: string, random: Random) => string)[] = [
  (mail) => mail.replace(/^From: .*$/m, `From: ${'a:'.repeat(100_000)}`),
  (mail) => mail.replace(/^From: .*$/m, `From: ${'('.repeat(50_000)}`),
  (mail) => mail.replace(/^To: .*$/m, `To: ${'<a@b>,'.repeat(40_000)}`),
  (mail) => `Subject: =?utf-8?B?${'QUFB'.repeat(50_000)}?=\r\n${mail}`,
  (mail) => `References: ${'<x@y> '.repeat(30_000)}\r\n${mail}`,
  (mail) => mail.replace('text/calendar;', `multipart/mixed; boundary="${'b'.repeat(2_000)}";`),
  (_mail, random) =>
    Array.from({ length: 2_000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`).join(
      '\r\n',
    ) + random.pick(hostileTexts),
  (mail) => mail.replace('BEGIN:VEVENT', `${'BEGIN:VEVENT\r\n'.repeat(20_000)}BEGIN:VEVENT`),
  (mail) => mail.replace(/^ATTENDEE/m, `${'ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b\r\n'.repeat(20_000)}ATTENDEE`),
];

/** A hostile reply to an invite. */
export function hostileMail(random: Random, invite: InviteText): string {
  const partstat = random.pick(['ACCEPTED', 'DECLINED', 'TENTATIVE'] as const);
  const comment = random.chance(0.3) ? random.pick(hostileTexts) : `n ${random.int(1e9)}`;
  const mail = mailOf({ ...invite, from: 'ada@example.com', partstat, comment, at: Date.now() });
  if (random.chance(0.15)) return random.pick(bombs)(mail, random);
  return random.chance(0.7) ? mutate(random, mail) : mail;
}

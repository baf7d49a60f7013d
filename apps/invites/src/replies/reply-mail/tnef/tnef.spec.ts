import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../../tools/bounds/bound-ms.mjs';
import { HEAD, base64, mail, multipart, part, plain } from '../mails.fixture.js';
import { parseReplyMail } from '../parse-reply-mail.js';

/** A TNEF writer for the test after [MS-OXTNEF] §2.1: there is no public winmail.dat of a meeting response to test with. */
const u16 = (n: number) => Buffer.from([n & 255, n >> 8]);
const u32 = (n: number) => {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(n);
  return out;
};
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
const attribute = (tag: number, data: Buffer) =>
  Buffer.concat([Buffer.from([1]), u32(tag), u32(data.length), data, u16(data.reduce((a, b) => (a + b) & 0xffff, 0))]);
const tnef = (...attributes: Buffer[]) => Buffer.concat([u32(0x223e9f78), u16(1), ...attributes]);

const MEETING = Buffer.from('90dad86e0b451b1098da00aa003f1305', 'hex');
const APPOINTMENT = Buffer.from('0220060000000000c000000000000046', 'hex');
const named = (type: number, set: Buffer, id: number, value: Buffer) =>
  Buffer.concat([u16(type), u16(0x8001), set, u32(0), u32(id), value]);
const binary = (bytes: Buffer) => Buffer.concat([u32(1), u32(bytes.length), padded(bytes)]);
const unicode = (text: string) => binary(Buffer.from(`${text}\0`, 'utf16le'));
const filetime = (iso: string) => {
  const out = Buffer.alloc(8);
  out.writeBigUInt64LE(BigInt(Date.parse(iso) + 11_644_473_600_000) * 10_000n);
  return out;
};
const properties = (...list: Buffer[]) => attribute(0x00069003, Buffer.concat([u32(list.length), ...list]));
const messageClass = (name: string) => attribute(0x00078008, Buffer.from(`${name}\0`, 'latin1'));

const globalId = (data: Buffer, date = '00000000') =>
  Buffer.concat([Buffer.from('040000008200e00074c5b7101a82e008', 'hex'), Buffer.from(date, 'hex'), Buffer.alloc(16), u32(data.length), data]); // prettier-ignore
const vcalUid = (uid: string) => Buffer.concat([Buffer.from('vCal-Uid'), u32(1), Buffer.from(`${uid}\0`)]);

const subject = Buffer.concat([u16(0x001f), u16(0x0037), unicode('Zugesagt: Plan')]);
const words = Buffer.concat([u16(0x101f), u16(0x8002), MEETING, u32(1), u32(10), padded(Buffer.from('Name\0', 'utf16le')), u32(2), u32(4), Buffer.from('a\0\0\0'), u32(2), padded(Buffer.from('\0\0'))]); // prettier-ignore
const idOf = (bytes: Buffer, id = 0x23) => named(0x0102, MEETING, id, binary(bytes));

const read = async (bytes: Buffer, type = 'application/ms-tnef') => {
  const winmail = part([`Content-Type: ${type}; name=winmail.dat`, 'Content-Transfer-Encoding: base64', 'Content-Disposition: attachment; filename=winmail.dat'], base64(bytes)); // prettier-ignore
  const parsed = await parseReplyMail(mail(multipart('mixed', 'm', plain(''), winmail), HEAD), { now: 0 });
  return parsed === 'unreadable' ? parsed : parsed.replies;
};

describe('FC-33: replies that are only a winmail.dat', () => {
  it.each([
    ['IPM.Microsoft Schedule.MtgRespP', 'ACCEPTED'],
    ['IPM.Microsoft Schedule.MtgRespN', 'DECLINED'],
    ['IPM.Microsoft Schedule.MtgRespA', 'TENTATIVE'],
    ['IPM.Schedule.Meeting.Resp.Pos', 'ACCEPTED'],
    ['IPM.Schedule.Meeting.Resp.Neg', 'DECLINED'],
    ['IPM.Schedule.Meeting.Resp.Tent', 'TENTATIVE'],
  ])(
    'given the class %s, then the sender has %s, and the UID is the one inside the global object id',
    async (name, partstat) => {
      const stamp = named(0x0040, MEETING, 0x1, filetime('2026-11-10T12:00:00Z'));
      const sequence = named(0x0003, APPOINTMENT, 0x8201, u32(2));
      const bytes = tnef(
        messageClass(name),
        properties(subject, words, idOf(globalId(vcalUid('uid-1'))), stamp, sequence),
      );
      expect(await read(bytes)).toEqual([
      { method: 'REPLY', uid: 'uid-1', sequence: 2, dtstamp: Date.parse('2026-11-10T12:00:00Z'), recurrenceId: null, email: 'ann@example.com', partstat, delegatedTo: [] },
    ]); // prettier-ignore
    },
  );

  it('given Outlook’s own id, then the UID is all of it in hex, without the instance, which is distinguished', async () => {
    const id = globalId(Buffer.from('a1b2', 'hex'), '07ea0b14');
    const [reply] = (await read(
      tnef(messageClass('IPM.Schedule.Meeting.Resp.Pos'), properties(idOf(id, 3))),
    )) as never[];
    expect(reply).toMatchObject({
      uid: '040000008200E00074C5B7101A82E00800000000000000000000000000000000000000000200' + '0000A1B2',
      recurrenceId: '2026-11-20',
    });
  });

  it('given a sender, a note and another time, then they are read', async () => {
    const bytes = tnef(
      messageClass('IPM.Schedule.Meeting.Resp.Tent'),
      properties(
        Buffer.concat([u16(0x001f), u16(0x5d02), unicode('Eve@Example.com')]),
        Buffer.concat([u16(0x001e), u16(0x1000), binary(Buffer.from('Sp\xe4ter?\r\n\0', 'latin1'))]),
        named(0x000b, APPOINTMENT, 0x8257, u32(1)),
        named(0x0040, APPOINTMENT, 0x8250, filetime('2026-11-21T10:00:00Z')),
        named(0x0040, APPOINTMENT, 0x8251, filetime('2026-11-21T11:00:00Z')),
      ),
    );
    const utc = (local: string) => ({ local, tzid: 'Etc/UTC' });
    expect(await read(bytes, 'application/octet-stream')).toMatchObject([
      { method: 'COUNTER', email: 'eve@example.com', comment: 'Sp\u00e4ter?', partstat: 'TENTATIVE', proposal: { start: utc('2026-11-21T10:00:00'), end: utc('2026-11-21T11:00:00') } },
    ]); // prettier-ignore
  });

  it('given a property name of 100,000 NULs and a letter, then the mail is read in less than a second', async () => {
    const name = Buffer.from(`${'\0'.repeat(100_000)}b`, 'utf16le');
    const long = Buffer.concat([u16(0x0003), u16(0x8003), MEETING, u32(1), u32(name.length), padded(name), u32(1)]);
    const started = process.cpuUsage();
    const found = await read(
      tnef(messageClass('IPM.Schedule.Meeting.Resp.Pos'), properties(long, idOf(globalId(vcalUid('uid-1'))))),
    );
    expect(process.cpuUsage(started).user).toBeLessThan(boundMs(1_000_000));
    expect(found).toMatchObject([{ uid: 'uid-1', partstat: 'ACCEPTED' }]);
  });

  it('given a note that is no response, a file truncated anywhere, or anything else, then there is no answer', async () => {
    expect(await read(tnef(messageClass('IPM.Note'), properties(subject)))).toEqual([]);
    expect(await read(Buffer.from('no tnef at all'))).toEqual([]);
    const whole = tnef(properties(idOf(globalId(vcalUid('uid-1')))), messageClass('IPM.Schedule.Meeting.Resp.Pos'));
    expect(await read(whole)).toHaveLength(1);
    for (let end = 0; end < whole.length - 4; end += 3) expect(await read(whole.subarray(0, end))).toEqual([]);
  });
});

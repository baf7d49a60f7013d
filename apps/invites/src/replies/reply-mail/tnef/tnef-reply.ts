import { type EpochMs, emailOf, toIso } from '@kalends/icalendar';
import type { AttendeeReply, Proposal } from '../../../itip/model.js';
import { ByteReader } from './byte-reader.js';
import { readGlobalObjectId } from './global-object-id.js';
import { type MapiProperties, mapiProperties } from './mapi-properties.js';

const SIGNATURE = 0x223e9f78;
const MESSAGE_CLASS = 0x00078008;
const MESSAGE_PROPERTIES = 0x00069003;

const MEETING = '6ED8DA90-450B-101B-98DA-00AA003F1305';
const APPOINTMENT = '00062002-0000-0000-C000-000000000046';
const NAMES = {
  globalObjectId: [`${MEETING}/0023`, `${MEETING}/0003`],
  attendeeChange: [`${MEETING}/0001`, '0039'],
  sequence: [`${APPOINTMENT}/8201`],
  isCounter: [`${APPOINTMENT}/8257`],
  proposedStart: [`${APPOINTMENT}/8250`],
  proposedEnd: [`${APPOINTMENT}/8251`],
  sender: ['5D02', '5D01', '0065', '0C1F'],
  body: ['1000'],
  messageClass: ['001A'],
};

/**
 * A meeting response of Outlook in rich text (`winmail.dat`, [MS-OXTNEF]): message class `IPM.Microsoft Schedule. MtgRespP`,
 * `N` or `A`, or `IPM.Schedule.Meeting.Resp.Pos`, `Neg` or `Tent`. `null` for anything else. `from` is the mail's sender,
 * who is the attendee unless the properties name another person.
 */
export function readTnefReply(bytes: Buffer, from: string | null): AttendeeReply | null {
  const attributes = readAttributes(bytes);
  const properties = mapiProperties(attributes.get(MESSAGE_PROPERTIES) ?? Buffer.alloc(4));
  const className = attributes.get(MESSAGE_CLASS)?.toString('latin1') ?? textOf(properties, 'messageClass');
  const partstat = partstatOf(className ?? '');
  const email = emailOf(textOf(properties, 'sender') ?? '')?.toLowerCase() ?? from;
  if (partstat === null || email === null) return null;
  const id = bytesOf(properties, 'globalObjectId');
  const meeting = id && readGlobalObjectId(id);
  const proposal = proposalOf(properties);
  const comment = textOf(properties, 'body')?.trim().slice(0, 4096);
  return {
    method: proposal ? 'COUNTER' : 'REPLY',
    uid: meeting?.uid ?? null,
    sequence: numberOf(bytesOf(properties, 'sequence')),
    dtstamp: instantOf(bytesOf(properties, 'attendeeChange')),
    recurrenceId: instanceOf(properties),
    email,
    partstat,
    delegatedTo: [],
    ...(comment && { comment }),
    ...(proposal && { proposal }),
  };
}

/** Attributes of the message by their tag; up to the first that is truncated. */
function readAttributes(bytes: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  const reader = new ByteReader(bytes);
  if (reader.left < 6 || reader.u32() !== SIGNATURE) return found;
  reader.u16();
  while (reader.left >= 9) {
    const level = reader.u8();
    const tag = reader.u32();
    const length = reader.u32();
    if (length > reader.left) break;
    const value = reader.bytes(length);
    if (level === 1 && !found.has(tag)) found.set(tag, value);
    if (reader.left >= 2) reader.u16();
  }
  return found;
}

function partstatOf(className: string): string | null {
  const kind = /(?:MtgResp|Schedule\.Meeting\.Resp\.)(Pos|P|Neg|N|Tent|A)\b/i.exec(className)?.[1]?.toUpperCase();
  if (kind === undefined) return null;
  return kind.startsWith('P') ? 'ACCEPTED' : kind.startsWith('N') ? 'DECLINED' : 'TENTATIVE';
}

type Name = keyof typeof NAMES;

const bytesOf = (properties: MapiProperties, name: Name): Buffer | null =>
  valuesOf(properties, name).find((value) => Buffer.isBuffer(value)) ?? null;

const textOf = (properties: MapiProperties, name: Name): string | undefined =>
  valuesOf(properties, name).find(
    (value) => typeof value === 'string' && (name !== 'sender' || value.includes('@')),
  ) as string | undefined;

const valuesOf = (properties: MapiProperties, name: Name) => NAMES[name].flatMap((key) => properties.get(key) ?? []);

/** The clean id above identifies the series; only the plain one identifies the instance. */
function instanceOf(properties: MapiProperties): string | null {
  const id = properties.get(`${MEETING}/0003`);
  return Buffer.isBuffer(id) ? (readGlobalObjectId(id)?.instance ?? null) : null;
}

const numberOf = (bytes: Buffer | null): number | null => (bytes && bytes.length >= 4 ? bytes.readUInt32LE() : null);

/** A FILETIME (100 ns since 1601) in epoch ms, whole seconds; `null` if missing or invalid. */
function instantOf(filetime: Buffer | null): EpochMs | null {
  if (!filetime || filetime.length < 8) return null;
  const seconds = Number(filetime.readBigUInt64LE() / 10_000_000n) - 11_644_473_600;
  return seconds > 0 && seconds < 1e10 ? seconds * 1000 : null;
}

function proposalOf(properties: MapiProperties): Proposal | null {
  const isCounter = bytesOf(properties, 'isCounter')?.[0] === 1;
  const start = instantOf(bytesOf(properties, 'proposedStart'));
  const end = instantOf(bytesOf(properties, 'proposedEnd'));
  if (!isCounter || start === null || end === null) return null;
  const utc = (ms: EpochMs) => ({ local: toIso(ms).slice(0, 19), tzid: 'Etc/UTC' });
  return { start: utc(start), end: utc(end) };
}

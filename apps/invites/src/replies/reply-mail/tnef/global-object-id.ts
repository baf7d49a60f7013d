import { type LocalDate, parseDate } from '@kalends/icalendar';
import { untilNul } from './byte-reader.js';

const UID_MARK = Buffer.from('vCal-Uid\x01\0\0\0', 'latin1');
const DATA_AT = 40;

/**
 * Outlook's identity of a meeting ([MS-OXOCAL] §2.2.1.27): the iCalendar UID inside it if the meeting has one, otherwise the
 * whole in hex, which Outlook uses as UID ([MS-OXCICAL] §2.1.3.1.1.20.26); and the instance of a series that it refers to.
 */
export function readGlobalObjectId(bytes: Buffer): { uid: string; instance: LocalDate | null } | null {
  if (bytes.length < DATA_AT) return null;
  const data = bytes.subarray(DATA_AT);
  const date = `${bytes.readUInt16BE(16)}`.padStart(4, '0') + `-${two(bytes[18]!)}-${two(bytes[19]!)}`;
  return {
    uid: data.subarray(0, UID_MARK.length).equals(UID_MARK) ? inner(data) : hexUid(bytes),
    instance: parseDate(date),
  };
}

const two = (n: number): string => String(n).padStart(2, '0');

function inner(data: Buffer): string {
  const text = data.subarray(UID_MARK.length).toString('utf8');
  return untilNul(text);
}

function hexUid(bytes: Buffer): string {
  const withoutInstance = Buffer.from(bytes);
  withoutInstance.fill(0, 16, 20);
  return withoutInstance.toString('hex').toUpperCase();
}

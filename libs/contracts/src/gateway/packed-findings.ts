/** A period or slot that was found, epoch ms; `participants`: places in a list of people. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly participants: readonly number[];
}

/** Start and end as float64, the number of participants as uint16; then the place of each as uint16. All little-endian. */
const headBytes = 18;
const placeBytes = 2;

/** Findings as one text (base64): as JSON, 512 of them that name fifteen people each cost more than to find them. */
export function packFindings(found: readonly Finding[]): string {
  const places = found.reduce((sum, { participants }) => sum + participants.length, 0);
  const bytes = Buffer.allocUnsafe(found.length * headBytes + places * placeBytes);
  let at = 0;
  for (const { start, end, participants } of found) {
    at = bytes.writeDoubleLE(start, at);
    at = bytes.writeDoubleLE(end, at);
    at = bytes.writeUInt16LE(participants.length, at);
    for (const place of participants) at = bytes.writeUInt16LE(place, at);
  }
  return bytes.toString('base64');
}

function placesAt(bytes: Buffer, at: number, count: number, people: number): number[] {
  const places: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = bytes.readUInt16LE(at + index * placeBytes);
    if (place >= people) throw new RangeError(`a finding names person ${place} of ${people}`);
    places.push(place);
  }
  return places;
}

/** What {@link packFindings} packed. Throws a RangeError where the text is cut off or names nobody of `people`. */
export function unpackFindings(packed: string, people: number): Finding[] {
  const bytes = Buffer.from(packed, 'base64');
  const found: Finding[] = [];
  for (let at = 0; at < bytes.length;) {
    const [start, end] = [bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8)];
    const participants = placesAt(bytes, at + headBytes, bytes.readUInt16LE(at + 16), people);
    found.push({ start, end, participants });
    at += headBytes + participants.length * placeBytes;
  }
  return found;
}

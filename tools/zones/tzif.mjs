/** Reads the second block of a TZif file (RFC 9636 §3): 64-bit times, and the rule in the footer. */
function readTzif(file) {
  const blockAt = (at) => {
    const [isUt, isStd, leap, times, types, chars] = [0, 4, 8, 12, 16, 20].map((n) => file.readUInt32BE(at + 20 + n));
    return { at: at + 44, isUt, isStd, leap, times, types, chars };
  };
  const sizeOf = (block, bytes) =>
    block.times * (bytes + 1) + block.types * 6 + block.chars + block.leap * (bytes + 4) + block.isStd + block.isUt;
  const first = blockAt(0);
  const block = blockAt(first.at + sizeOf(first, 4));
  const { at, times } = block;
  const offsets = Array.from({ length: block.types }, (_, n) => file.readInt32BE(at + times * 9 + n * 6));
  const changes = Array.from({ length: times }, (_, n) => [
    Number(file.readBigInt64BE(at + n * 8)),
    offsets[file.readUInt8(at + times * 8 + n)],
  ]);
  const footer = file.toString('latin1', at + sizeOf(block, 8)).trim();
  return { initial: offsets[0], changes, footer };
}

const OFFSET = /^(?:<[^>]+>|[A-Za-z]+)([+-]?\d+(?::\d+){0,2})(.*)$/;

/** `[+-]h[h][h][:mm[:ss]]` in seconds. */
function seconds(text) {
  const [hours, minutes = 0, rest = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + rest);
}

/** `Mm.w.d[/time]` as `m.w.d.seconds`. */
function day(text) {
  const found = /^M(\d+\.\d\.\d)(?:\/([+-]?\d+(?::\d+)*))?$/.exec(text);
  if (!found) throw new Error(`a day that no zone had so far: ${text}`);
  return `${found[1]}.${seconds(found[2] ?? '2')}`;
}

/**
 * A rule of POSIX (RFC 9636 §3.3.1) as the offsets in standard and in daylight saving time and when each begins; empty if there is
 * one offset only, which the last change states.
 */
function ruleOf(footer) {
  const [, standard, rest] = OFFSET.exec(footer);
  if (rest === '') return '';
  const [, name, given, toDaylight, toStandard] = /^(<[^>]+>|[A-Za-z]+)([+-]?\d+(?::\d+){0,2})?,([^,]+),([^,]+)$/.exec(
    rest,
  );
  if (!name) throw new Error(`a rule that no zone had so far: ${footer}`);
  const offset = -seconds(standard);
  return `${offset} ${given === undefined ? offset + 3600 : -seconds(given)} ${day(toDaylight)} ${day(toStandard)}`;
}

/**
 * A line of the data: name, offsets (the first applies before all changes), changes and rule. A change is the seconds since the one
 * before it, in base 36, a colon and the index of its offset.
 */
export function zoneLine(name, file) {
  const { initial, changes, footer } = readTzif(file);
  const offsets = [initial];
  let [at, offset] = [0, initial];
  const texts = [];
  const rule = ruleOf(footer);
  for (const [n, [next, after]] of changes.entries()) {
    // the rule begins with the last, even if its offset is the one before
    if (after === offset && (rule === '' || n < changes.length - 1)) continue;
    if (!offsets.includes(after)) offsets.push(after);
    texts.push(`${(next - at).toString(36)}:${offsets.indexOf(after)}`);
    [at, offset] = [next, after];
  }
  const last = -seconds(OFFSET.exec(footer)[1]);
  if (rule === '' && last !== offset) throw new Error(`${name} does not end with the offset of ${footer}`);
  return [name, offsets.join(','), texts.join(' '), rule].join('|');
}

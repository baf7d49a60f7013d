export interface ComparedLine {
  text: string;
  /** The other text does not have it at this place. */
  differs: boolean;
}

/** Lines that are compared one by one; what follows differs. */
const most = 400;

/** The lines of a text, marked where another one differs: those outside their longest common subsequence. */
export function compareLines(lines: readonly string[], others: readonly string[]): ComparedLine[] {
  const [left, right] = [lines.slice(0, most), others.slice(0, most)];
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        left[i] === right[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  }
  const compared: ComparedLine[] = [];
  let j = 0;
  for (const [i, text] of left.entries()) {
    while (j < right.length && text !== right[j] && lengths[i]![j + 1]! >= lengths[i + 1]![j]!) j += 1;
    const isCommon = j < right.length && text === right[j];
    if (isCommon) j += 1;
    compared.push({ text, differs: !isCommon });
  }
  return [...compared, ...lines.slice(most).map((text) => ({ text, differs: true }))];
}

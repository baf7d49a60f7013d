const line = (values) => console.log(`| ${values.join(' | ')} |`);
const sides = (cell, of, digits) => ['ours', 'bare', 'fair'].map((side) => cell[side][of].toFixed(digits)).join(' / ');
const ratios = (cell, of) => [cell.toBare, cell.toFair].map((ratio) => ratio[of].toFixed(3)).join(' / ');

/** Throughput, latency and processor time of each side. */
export function printCells(cells) {
  if (cells.length === 0) return;
  console.log('\n### bench:write\n\nOurs / bare / fair; ratios to the bare and to the fair one.\n');
  line([
    'transport, workload, in flight, accounts',
    'accepted/s',
    'processed/s',
    'accepted',
    'processed',
    'p50 ms',
    'p99 ms',
    'Node ms',
    'PostgreSQL ms',
  ]);
  line(['---', ...Array.from({ length: 8 }, () => '--:')]);
  for (const cell of cells) {
    line([
      `${cell.transport}, ${cell.workload}, ${cell.inFlight}, ${cell.accounts}`,
      sides(cell, 'accepted', 0),
      sides(cell, 'processed', 0),
      ratios(cell, 'accepted'),
      ratios(cell, 'processed'),
      sides(cell, 'p50', 1),
      sides(cell, 'p99', 1),
      sides(cell, 'node', 2),
      sides(cell, 'postgres', 2),
    ]);
  }
}

/** Cost of one write, over all services together. */
export function printCounts(counts) {
  if (counts.length === 0) return;
  console.log('\n### Per write, over all services\n');
  line(['write', 'write transactions', 'commits', 'statements', 'rows read', 'rows written', 'WAL kB']);
  line(['---', ...Array.from({ length: 6 }, () => '--:')]);
  for (const { what, work } of counts) {
    const numbers = [work.writeTransactions, work.commits, work.statements, work.rowsRead, work.rowsWritten];
    line([what, ...numbers.map((value) => value.toFixed(1)), (work.walBytes / 1024).toFixed(1)]);
  }
}

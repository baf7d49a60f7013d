const line = (values) => console.log(`| ${values.join(' | ')} |`);
const pair = (cell, of, digits) => `${cell.ours[of].toFixed(digits)} / ${cell.bare[of].toFixed(digits)}`;

/** Throughput, latency and processor time; each pair is ours and the bare process's. */
export function printCells(cells) {
  if (cells.length === 0) return;
  console.log('\n### bench:write\n\nEach pair: ours / bare.\n');
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
      pair(cell, 'accepted', 0),
      pair(cell, 'processed', 0),
      cell.accepted.toFixed(3),
      cell.processed.toFixed(3),
      pair(cell, 'p50', 1),
      pair(cell, 'p99', 1),
      pair(cell, 'node', 2),
      pair(cell, 'postgres', 2),
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

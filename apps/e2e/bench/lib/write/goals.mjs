/** Goals relative to the fair process, at 16 in flight. */
const goals = [
  { transport: 'embedded', workload: 'upserts', accounts: 16, atLeast: 0.5 },
  { transport: 'embedded', workload: 'upserts', accounts: 1, atLeast: 0.5 },
  { transport: 'embedded', workload: 'Smart Invites', accounts: 1, atLeast: 0.5 },
  { transport: 'embedded', workload: 'holds', accounts: 1, atLeast: 0.4 },
  { transport: 'Kafka', workload: 'upserts', accounts: 16, atLeast: 0.3 },
];
/** How many times as fast an event is in a batch of 50. */
const batchGain = 3;

/** Rows for `report`, for the goals whose cells were measured. */
export function goalsOf(cells) {
  const found = ({ transport, workload, accounts }) =>
    cells.find(
      (cell) =>
        transport === cell.transport &&
        workload === cell.workload &&
        accounts === cell.accounts &&
        cell.inFlight === 16,
    );
  const ratios = goals.flatMap((goal) => {
    const cell = found(goal);
    if (!cell) return [];
    return {
      measure: `${goal.workload} on ${goal.accounts}, 16 in flight, ${goal.transport}: a second, until all is processed`,
      ours: Math.round(cell.ours.processed),
      baseline: `${Math.round(cell.fair.processed)} (fair; bare ${Math.round(cell.bare.processed)})`,
      ratio: cell.toFair.processed,
      bound: goal.atLeast,
      atLeast: true,
    };
  });
  return [...ratios, ...gainOf(found)];
}

/** Events in batches compared with single upserts, on one account. */
function gainOf(found) {
  const [single, batch] = ['upserts', 'batches of 50'].map((workload) =>
    found({ transport: 'embedded', workload, accounts: 1 }),
  );
  if (!single || !batch) return [];
  const [alone, together] = [single.ours.processed, batch.ours.processed * 50];
  return [
    {
      measure: 'events in batches on 1, 16 in flight, embedded: a second, until all is processed',
      ours: Math.round(together),
      baseline: `${Math.round(alone)} (single upserts)`,
      ratio: together / alone,
      bound: batchGain,
      atLeast: true,
    },
  ];
}

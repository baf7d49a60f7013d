/** Goals relative to the bare process, at 16 in flight. */
const goals = [
  { transport: 'embedded', workload: 'upserts', accounts: 16, of: 'processed', atLeast: 0.28 },
  { transport: 'embedded', workload: 'upserts', accounts: 16, of: 'accepted', atLeast: 0.4 },
  { transport: 'embedded', workload: 'upserts', accounts: 1, of: 'processed', atLeast: 0.2 },
  { transport: 'embedded', workload: 'Smart Invites', accounts: 1, of: 'processed', atLeast: 0.25 },
  { transport: 'Kafka', workload: 'upserts', accounts: 16, of: 'accepted', atLeast: 0.4 },
];
const names = { processed: 'until all is processed', accepted: 'accepted in a burst' };

/** Rows for `report`, for the goals whose cells were measured. */
export function goalsOf(cells) {
  const found = (goal) =>
    cells.find(
      ({ transport, workload, accounts, inFlight }) =>
        transport === goal.transport && workload === goal.workload && accounts === goal.accounts && inFlight === 16,
    );
  const ratios = goals.flatMap((goal) => {
    const cell = found(goal);
    if (!cell) return [];
    const { transport, workload, accounts, of, atLeast } = goal;
    return {
      measure: `${workload} on ${accounts}, 16 in flight, ${transport}: a second, ${names[of]}`,
      ours: Math.round(cell.ours[of]),
      baseline: Math.round(cell.bare[of]),
      ratio: cell[of],
      bound: atLeast,
      atLeast: true,
    };
  });
  const latencies = [...new Set(goals.map(found).filter(Boolean))].map((cell) => ({
    measure: `${cell.workload} on ${cell.accounts}, 16 in flight, ${cell.transport}: p99 in ms`,
    ours: cell.ours.p99.toFixed(1),
    baseline: cell.bare.p99.toFixed(1),
    ratio: cell.ours.p99 / cell.bare.p99,
    bound: 5,
  }));
  return [...ratios, ...latencies];
}

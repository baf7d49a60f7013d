import uPlot from 'uplot';
import { colour, usePlot } from './use-plot.js';

interface SharesProps {
  /** Each 1 if all of the limit is used. */
  bars: readonly { label: string; share: number }[];
  /** The share from which on a bar is a warning. */
  warnFrom: number;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

const toneOf = (share: number, warnFrom: number) =>
  share >= 1 ? '--danger' : share > warnFrom ? '--warn' : '--accent';

/** The limit, as a line across all bars. */
function drawLimit(chart: uPlot): void {
  const { ctx, bbox } = chart;
  const x = Math.round(chart.valToPos(1, 'y', true));
  ctx.save();
  ctx.strokeStyle = colour('--danger');
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

const rowHeight = 34;

function draw(element: HTMLElement, { bars, warnFrom }: SharesProps): uPlot {
  const axis = { stroke: colour('--muted'), ticks: { show: false } };
  const places = bars.map((_, index) => index);
  const tones = ['--accent', '--warn', '--danger'];
  const values = tones.map((tone) => bars.map(({ share }) => (toneOf(share, warnFrom) === tone ? share : null)));
  return new uPlot(
    {
      width: element.clientWidth,
      height: bars.length * rowHeight + 34,
      padding: [6, 12, 0, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: false, ori: 1, dir: -1, range: [-0.5, bars.length - 0.5] },
        y: { ori: 0, dir: 1, range: (_chart, _min, max) => [0, Math.max(1.05, (max ?? 0) * 1.05)] },
      },
      axes: [
        {
          ...axis,
          side: 3,
          size: 88,
          grid: { show: false },
          splits: places,
          values: () => bars.map(({ label }) => label),
        },
        {
          ...axis,
          side: 2,
          space: 60,
          incrs: [0.25, 0.5, 1, 2, 5, 10, 50],
          size: 28,
          grid: { stroke: colour('--line'), width: 1 },
          values: (_chart, at) => at.map(percent),
        },
      ],
      series: [
        {},
        ...tones.map((tone) => ({
          fill: colour(tone),
          width: 0,
          paths: uPlot.paths.bars!({ size: [0.55], radius: 0.15 }),
          points: { show: false },
        })),
      ],
      hooks: { draw: [drawLimit] },
    },
    [places, ...values],
    element,
  );
}

/** What was used of limits, as bars up to a line; who shows them has the same in words. */
export function Shares(props: SharesProps) {
  const at = usePlot(props, draw);
  return <div ref={at} aria-hidden="true" />;
}

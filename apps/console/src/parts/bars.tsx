import uPlot from 'uplot';
import { colour, usePlot } from './use-plot.js';

const tones = { accent: '--accent', line: '--line-strong', danger: '--danger' } as const;

interface Series {
  label: string;
  values: readonly number[];
  tone: keyof typeof tones;
}

interface BarsProps {
  /** The beginnings of the hours, in UTC. */
  hours: readonly string[];
  /** The first is at the bottom, the others on top of it. */
  series: readonly Series[];
  height?: number;
}

/** Seconds: half of the first and last bar is beyond its hour. */
const halfHour = 1_800;

/** Of an instant in seconds: the time of day, in UTC. */
const timeOf = (at: number) => new Date(at * 1_000).toISOString().slice(11, 16);

const total = ({ values }: Series) => values.reduce((sum, value) => sum + value, 0);

/** Each series on top of those before it. */
function stacked(series: readonly Series[]): number[][] {
  return series.map((_, index) =>
    series[0]!.values.map((_value, hour) =>
      series.slice(0, index + 1).reduce((sum, { values }) => sum + values[hour]!, 0),
    ),
  );
}

function draw(element: HTMLElement, { hours, series, height = 180 }: BarsProps): uPlot {
  const bars = uPlot.paths.bars!({ size: [0.7] });
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  // the highest first, so that the lower ones are in front
  const drawn = [...series].reverse();
  return new uPlot(
    {
      width: element.clientWidth,
      height,
      cursor: { drag: { x: false, y: false } },
      legend: { show: false },
      scales: {
        x: { range: (_chart, min, max) => [min - halfHour, max + halfHour] },
        y: { range: (_chart, _min, max) => [0, Math.max(5, max)] },
      },
      axes: [
        { ...axis, size: 30, values: (_chart, at) => at.map(timeOf) },
        { ...axis, size: 52 },
      ],
      series: [
        {},
        ...drawn.map(({ label, tone }) => ({ label, fill: colour(tones[tone]), paths: bars, points: { show: false } })),
      ],
    },
    [hours.map((hour) => Date.parse(hour) / 1_000), ...stacked(series).reverse()],
    element,
  );
}

/** Counts per hour, as stacked bars; their sums are in words for who does not see them. */
export function Bars(props: BarsProps) {
  const at = usePlot(props, draw);
  return (
    <figure className="chart">
      <div ref={at} aria-hidden="true" />
      <figcaption className="dim row">
        {props.series.map((one) => (
          <span key={one.label} className="row key-label">
            <span className={`key key-${one.tone}`} /> {total(one).toLocaleString('en')} {one.label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

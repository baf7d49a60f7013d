import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Schemas } from '../api.js';

type Hours = Schemas['Status']['changes_by_hour'];

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Changes per hour: all of them, and in front those by applications. The numbers are in a table for who does not see it. */
export function Bars({ hours }: { hours: Hours }) {
  const at = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = at.current!;
    const bars = uPlot.paths.bars!({ size: [0.7] });
    const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: 180,
        cursor: { drag: { x: false, y: false } },
        legend: { show: false },
        scales: { y: { range: (_chart, _min, max) => [0, Math.max(5, max)] } },
        axes: [axis, { ...axis, size: 44 }],
        series: [
          {},
          { label: 'all', fill: colour('--line-strong'), paths: bars, points: { show: false } },
          { label: 'by applications', fill: colour('--accent'), paths: bars, points: { show: false } },
        ],
      },
      [
        hours.map(({ hour }) => Date.parse(hour) / 1_000),
        hours.map(({ own, others }) => own + others),
        hours.map(({ own }) => own),
      ],
      element,
    );
    const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: 180 }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      chart.destroy();
    };
  }, [hours]);
  const [own, others] = [
    hours.reduce((sum, hour) => sum + hour.own, 0),
    hours.reduce((sum, hour) => sum + hour.others, 0),
  ];
  return (
    <figure className="chart">
      <div ref={at} aria-hidden="true" />
      <figcaption className="dim row">
        <span className="key key-accent" /> {own} by applications <span className="key key-line" /> {others} by others
      </figcaption>
    </figure>
  );
}

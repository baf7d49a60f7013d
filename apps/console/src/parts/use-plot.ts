import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** The value of a colour of the design, for canvases, which know no variables. */
export const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Counts how often the colours have changed: by the system, or by what somebody chose. */
function useColours(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = () => setChanges((before) => before + 1);
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(changed);
    system.addEventListener('change', changed);
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', changed);
      chosen.disconnect();
    };
  }, []);
  return changes;
}

/** Draws a chart in an element, again when what it shows, its width or the colours change. */
export function usePlot<Props>(props: Props, draw: (element: HTMLElement, props: Props) => uPlot) {
  const at = useRef<HTMLDivElement>(null);
  const colours = useColours();
  const drawn = JSON.stringify(props);
  useEffect(() => {
    const element = at.current!;
    const chart = draw(element, JSON.parse(drawn) as Props);
    const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: chart.height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      chart.destroy();
    };
  }, [drawn, draw, colours]);
  return at;
}

import { useState } from 'react';

/** A part of a row. Epoch ms; `text`: what is written in it, `told`: what is said about it. */
export interface Piece {
  from: number;
  to: number;
  kind: string;
  text: string;
  told: string;
}

interface Row {
  title: string;
  pieces: readonly Piece[];
}

const hour = 3_600_000;
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });
const period = ({ from, to }: Pick<Piece, 'from' | 'to'>) => `${clock.format(from)}–${clock.format(to)}`;

/** Rows of pieces over the hours of a span; each piece tells about itself when it is focused or pointed at. UTC. */
export function Timeline({ span, rows }: { span: { from: number; to: number }; rows: readonly Row[] }) {
  const [told, setTold] = useState<string | null>(null);
  const share = (ms: number) => (100 * ms) / (span.to - span.from);
  const hours = Array.from({ length: (span.to - span.from) / hour }, (_, index) => span.from + index * hour);
  return (
    <>
      <div className="timeline" onMouseLeave={() => setTold(null)}>
        <div className="timeline-row timeline-hours" aria-hidden="true">
          <span />
          <div className="timeline-track">
            {hours.map((at) => (
              <span key={at} style={{ insetInlineStart: `${share(at - span.from)}%` }}>
                {clock.format(at).slice(0, 2)}
              </span>
            ))}
          </div>
        </div>
        {rows.map(({ title, pieces }, index) => (
          <div key={`${index} ${title}`} className="timeline-row" role="group" aria-label={title}>
            <span className="timeline-title">{title}</span>
            <div className="timeline-track piece-free">
              {pieces
                .map((piece) => ({ ...piece, from: Math.max(piece.from, span.from), to: Math.min(piece.to, span.to) }))
                .filter(({ from, to }) => from < to)
                .map((piece) => {
                  const text = `${period(piece)} ${piece.told}`;
                  return (
                    <button
                      key={`${piece.from} ${piece.kind}`}
                      type="button"
                      className={`piece piece-${piece.kind}`}
                      aria-label={text}
                      style={{
                        insetInlineStart: `${share(piece.from - span.from)}%`,
                        width: `${share(piece.to - piece.from)}%`,
                      }}
                      onFocus={() => setTold(text)}
                      onMouseEnter={() => setTold(text)}
                      onClick={() => setTold(text)}
                    >
                      {share(piece.to - piece.from) > 6 && <span>{piece.text}</span>}
                    </button>
                  );
                })}
            </div>
          </div>
        ))}
      </div>
      <p className="told" aria-hidden="true">
        {told ?? <span className="dim">Point at a part of a row, or move through them with Tab. Times are UTC.</span>}
      </p>
    </>
  );
}

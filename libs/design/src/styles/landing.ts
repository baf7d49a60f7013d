/** The landing page, and the week that it shows. */
export const landingStyles = `
.hero{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr);gap:var(--space-6) var(--space-7);align-items:center}
.hero.alone{grid-template-columns:minmax(0,46rem)}
.hero h1{font-size:clamp(2rem,4.2vw,3rem);line-height:1.08;letter-spacing:-.03em;font-weight:760}
.hero .lead{font-size:var(--text-l);color:var(--muted);margin-top:var(--space-4)}.hero .row{margin-top:var(--space-5)}
.hero h2{font-size:var(--text-m)}.home{max-width:80rem!important}
.home>section>h2{font-size:1.3rem;margin-bottom:var(--space-4)}.home section>p{margin-bottom:var(--space-4)}
.states{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:var(--space-2)}.states .badge{font-size:var(--text-s);padding:.25rem .75rem}
.states .badge::before{content:'';width:.5rem;height:.5rem;border-radius:50%;background:currentColor}
.states+p,.code+p,.cards+p{margin-top:var(--space-3)}
.calls{list-style:none;padding:0;display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-5)}.calls h3{margin-bottom:var(--space-2)}
.week{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius-m);box-shadow:var(--shadow);overflow:hidden}
.week .grid{display:grid;grid-template-columns:3.2rem repeat(7,minmax(0,1fr));position:relative;padding-bottom:var(--space-2)}
.week .day{grid-row:1;text-align:center;padding:var(--space-2) 0;font-size:var(--text-xs);color:var(--muted)}.week .day strong{color:var(--ink);font-size:var(--text-s)}
.week .today strong{background:var(--accent);color:var(--on-accent);border-radius:99rem;padding:.1rem .4rem}
.week .allday{grid-row:2;min-height:.4rem;padding:0 1px;display:grid;gap:1px;border-inline-start:1px solid var(--line)}
.week .hour{grid-column:1/-1;border-top:1px solid var(--line)}.week .hour span{font-size:.68rem;color:var(--muted);padding-inline-start:var(--space-2)}
.week .event{font-size:.7rem;line-height:1.25;border-radius:4px;padding:2px 4px;overflow:hidden;background:var(--accent-soft);color:var(--ink);
  border-inline-start:3px solid var(--accent);z-index:1;overflow-wrap:anywhere}.week .grid>.event{margin-inline-end:2px;border-bottom:1px solid var(--surface)}
.week .grid>.event>span{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
.week .event b{color:var(--accent);font-weight:650}
.week .event.free{background:repeating-linear-gradient(135deg,var(--sunken) 0 6px,var(--surface) 6px 12px);border-inline-start-style:dashed;border-color:var(--line-strong)}
.week .event.free b{color:var(--muted)}
.week .agenda{display:none;list-style:none;padding:var(--space-3) var(--space-4)}.week .agenda h3{font-size:var(--text-s);margin:var(--space-2) 0 var(--space-1)}
.week .agenda ul{list-style:none;padding:0;display:grid;gap:3px}.week .agenda .event{font-size:var(--text-s);padding:.3rem .6rem}
@media (min-width:40.01rem){.week .agenda{display:block;position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);padding:0}}
@media (max-width:40rem){.week .grid{display:none}.week .agenda{display:block}}
@media (max-width:60rem){.hero{grid-template-columns:minmax(0,1fr)}}`;

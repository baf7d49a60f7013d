import { journeyStyles } from './journey.js';

/** Pages of the simulated providers: signing in, and playing a user. */
export const simulatorStyles = `${journeyStyles}
.journey-head .badge{margin-inline-start:auto;white-space:normal}
.wide{max-width:46rem!important}
.choices form{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-3);padding:var(--space-3) var(--space-4)}.choices form>*{margin-top:0}
.choices .who{flex:1 1 8rem;min-width:0;overflow-wrap:anywhere}.who .dim{display:block}
.choices .initial{display:grid;place-items:center;flex:none;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--accent-soft);color:var(--accent);font-weight:600}
.choices>li>a{display:flex;gap:var(--space-3);align-items:center;padding:var(--space-3) var(--space-4);color:inherit;text-decoration:none}.choices>li>a:hover{background:var(--sunken)}
.scopes{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:var(--space-1)}
.tabs-row{display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-4);font-size:var(--text-s)}.tabs-row a,.tabs-row b{padding:var(--space-2) 0}
.months{display:flex;justify-content:space-between;align-items:center;gap:var(--space-3)}
.event{border:1px solid var(--line);border-inline-start:.25rem solid var(--accent);border-radius:var(--radius-s);padding:0 var(--space-4)}
.event[open]{padding-bottom:var(--space-4)}.event summary{overflow-wrap:anywhere}.event time{color:var(--muted);font-variant-numeric:tabular-nums;margin-inline-end:var(--space-2)}
.day>*+*{margin-top:var(--space-2)}.event>*+*{margin-top:var(--space-3)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(13rem,100%),1fr));gap:var(--space-4)}
.event label{display:block}.event label input{font-weight:400}.event label.check{display:flex;gap:var(--space-2);align-items:flex-start;font-weight:400}
.buttons.few>*{flex:0 1 auto}`;

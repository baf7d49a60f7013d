import { brandStyles } from './brand.js';

/** Pages of a booking link: one card. */
export const bookingStyles = `${brandStyles}
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,7vh,5rem) var(--space-4) var(--space-5);
  overflow-wrap:break-word}
main,.foot{width:100%;max-width:64rem;min-width:0}main.one{max-width:32rem}
main{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius-l);box-shadow:var(--shadow)}
main.one{padding:var(--space-6)}main.one>*+*{margin-top:var(--space-4)}
.booked{display:grid;grid-template-columns:auto minmax(0,1fr);gap:var(--space-2) var(--space-5);margin:0}
.booked dt{color:var(--muted)}.booked dd{margin:0;font-weight:600;overflow-wrap:anywhere}
.sign{display:grid;place-items:center;width:3.25rem;height:3.25rem;border-radius:50%;background:var(--ok-soft);color:var(--ok)}
.sign svg{width:1.75rem;height:1.75rem}.sign.still{background:var(--sunken);color:var(--muted)}
.sign.busy::after{content:"";width:1.5rem;height:1.5rem;border-radius:50%;border:.2rem solid currentColor;border-inline-end-color:transparent;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
.buttons{display:flex;flex-wrap:wrap;gap:var(--space-3);margin-top:var(--space-5)!important}.buttons>*{flex:1 1 auto}.step>*+*{margin-top:var(--space-4)}
.message{white-space:pre-line;overflow-wrap:anywhere}
.foot{margin-top:var(--space-4);display:flex;flex-wrap:wrap;gap:0 var(--space-5);font-size:var(--text-s)}.foot a{color:var(--muted);padding:var(--space-2) 0}
@media (max-width:30rem){body{padding:var(--space-3)}main.one{padding:var(--space-5) var(--space-4)}}`;

/** And those on which a time is picked: what is booked, a month of days, the times of a day; one column on a phone. */
export const pickStyles = `
.parts{display:grid;grid-template-columns:minmax(0,18rem) minmax(0,1fr)}
.parts>*{padding:var(--space-6);min-width:0}.parts>.what{border-inline-end:1px solid var(--line)}
.what>*+*{margin-top:var(--space-4)}.what .journey-head{font-size:var(--text-m);margin-bottom:0}
.what h1,.dense{overflow-wrap:anywhere}.about{white-space:pre-line;color:var(--muted);font-size:var(--text-s);overflow-wrap:anywhere}
.facts{list-style:none;padding:0;display:grid;gap:var(--space-3)}
.facts li{display:flex;gap:var(--space-3);align-items:flex-start;color:var(--muted);font-weight:550}.facts svg{margin-top:.2rem}
.facts li>span{min-width:0;overflow-wrap:anywhere}
.pick{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,15.5rem);gap:var(--space-6);align-items:start}
.month-head{display:flex;align-items:center;gap:var(--space-2);min-height:2.75rem;margin-top:-.6rem}.month-head h2{flex:1;min-width:0}
.turn{display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%;color:var(--ink);text-decoration:none}
a.turn:hover{background:var(--sunken)}.turn svg{width:1.25rem;height:1.25rem}[dir=rtl] .turn svg{transform:scaleX(-1)}
.month{table-layout:fixed;margin-top:var(--space-3);font-size:var(--text-m)}
.month th,.month td{border:0;padding:.125rem;text-align:center}.month th{font-size:var(--text-xs);padding-bottom:var(--space-2)}
.month td>*{display:grid;place-items:center;width:100%;max-width:2.9rem;aspect-ratio:1;margin:auto;border-radius:50%;color:var(--muted)}
.month a{background:var(--accent-soft);color:var(--accent);font-weight:680;text-decoration:none}
.month a:hover{box-shadow:inset 0 0 0 2px var(--accent)}.month a[aria-current]{background:var(--accent);color:var(--on-accent)}
.month :focus-visible{border-radius:50%}.month .today{text-decoration:underline;text-underline-offset:.3em;text-decoration-thickness:2px}
.none>.button{margin-top:var(--space-4)}
.ways{display:flex;flex-wrap:wrap;gap:0 var(--space-4);font-size:var(--text-s)}.ways a{padding:var(--space-2) 0}
#times{scroll-margin-top:var(--space-4)}#times:focus{outline:0}#times:focus-visible{outline:3px solid var(--accent)}
.list{max-height:31rem;overflow-y:auto;margin-inline:-.375rem;padding:.375rem}.list>*+h3{margin-top:var(--space-4)}
.list h3{font-size:var(--text-xs);color:var(--muted);margin-bottom:var(--space-2)}
.times{list-style:none;padding:0;display:grid;gap:var(--space-2);grid-template-columns:repeat(auto-fill,minmax(6.2rem,1fr))}
.times button,.hours a{width:100%;padding-inline:.25rem;background:var(--surface);color:var(--accent);border:1px solid var(--accent);font-variant-numeric:tabular-nums}
.times button:hover{background:var(--accent);color:var(--on-accent);filter:none}
.hours{list-style:none;padding:0;display:grid;gap:var(--space-1);grid-template-columns:repeat(auto-fill,minmax(4.25rem,1fr));margin-bottom:var(--space-4)}
.hours a{display:grid;place-items:center;min-height:2.25rem;border-color:var(--line-strong);border-radius:var(--radius-s);color:var(--ink);
  text-decoration:none;font-size:var(--text-s)}
.hours a:hover{background:var(--sunken)}.hours a[aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.alerts{padding:var(--space-5) var(--space-6) 0;display:grid;gap:var(--space-3)}
.zone{margin-top:var(--space-2);font-size:var(--text-s);color:var(--muted)}
.other{padding:var(--space-4) var(--space-6);border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:var(--space-4);font-size:var(--text-s)}
.other button{min-height:2.75rem}
@media (max-width:60rem){.pick{grid-template-columns:minmax(0,1fr)}.list{max-height:none}.parts{grid-template-columns:minmax(0,1fr)}
  main{max-width:34rem}.parts>.what{border-inline-end:0;border-bottom:1px solid var(--line)}}
@media (max-width:30rem){.parts>*{padding:var(--space-5) var(--space-4)}.alerts,.other{padding-inline:var(--space-4)}}`;

/** And those on which what is booked was changed, or can be. */
export const changeStyles = `
.change-ways{display:flex;flex-wrap:wrap;justify-content:center;gap:0 var(--space-6);margin-top:var(--space-5)!important;padding-top:var(--space-3);
  border-top:1px solid var(--line);font-size:var(--text-s)}.change-ways a{padding:var(--space-2) 0}
.over dd{font-weight:500;color:var(--muted)}.over dd:nth-of-type(-n+2){text-decoration:line-through;text-decoration-thickness:1px}`;

/** In a frame that is as high as the page. */
export const frameStyles = `
.framed body{min-height:0;padding:var(--space-4)}.framed .list{max-height:none}
@media (max-width:30rem){.framed body{padding:var(--space-3)}}`;
/** And those that show the times of a sequence. */
export const sequenceStyles = `
.sequence{list-style:none;padding:0;margin:var(--space-4) 0 0;display:grid;gap:var(--space-4)}
.sequence li{border-inline-start:3px solid var(--accent);padding-inline-start:var(--space-4);overflow-wrap:anywhere}
.sequence p{margin:0}.sequence .day{color:var(--muted);font-size:var(--text-s);margin-bottom:var(--space-1)}.sequence .when{font-variant-numeric:tabular-nums;color:var(--accent);font-weight:650}`;

import { colourNames, dark, light, scaleStyles, type Palette } from '../tokens.js';

/** Each colour is the page's own `--kalends-…`, if it sets one. */
const ofPage = (palette: Palette) =>
  colourNames.map((name) => `--${name}:var(--kalends-${name},${palette[name]})`).join(';');

/** Elements in pages of others, each in a shadow root: what the page sets as `--kalends-…`, otherwise our tokens. */
export const elementStyles = `
:host{display:block;color-scheme:light dark;${scaleStyles};--font-here:var(--kalends-font,var(--font));--radius:var(--kalends-radius,.625rem);
  ${ofPage(light)};container-type:inline-size}
:host([hidden]){display:none}
@media (prefers-color-scheme:dark){:host{${ofPage(dark)}}}
:host([theme=light]){color-scheme:light;${ofPage(light)}}
:host([theme=dark]){color-scheme:dark;${ofPage(dark)}}
:host(kalends-connect-button){display:inline-block;container-type:normal}
*,*::before,*::after{box-sizing:border-box}
.frame{font:400 1rem/1.5 var(--font-here);color:var(--ink);text-align:start;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
h2,h3,h4,p,ul,dl,dd,fieldset{margin:0;padding:0;border:0;min-width:0}ul{list-style:none}
h2{font-size:1.0625rem;font-weight:660;line-height:1.3;letter-spacing:-.01em}h3{font-size:.9375rem;font-weight:640;line-height:1.3}
h2::first-letter,h3::first-letter{text-transform:uppercase}
.dim{color:var(--muted)}.hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.icon{width:1.125rem;height:1.125rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round;vertical-align:-.2em}
[dir=rtl] .turn .icon{transform:scaleX(-1)}
button,.button,select,input{font:inherit;color:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}h2:focus,h3:focus{outline:0}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;padding:.45rem 1.1rem;font-weight:600;
  border:1px solid var(--accent);border-radius:calc(var(--radius)*.7);background:var(--accent);color:var(--on-accent);cursor:pointer;text-decoration:none;
  transition:background .12s,border-color .12s,box-shadow .12s}
button:hover,.button:hover{filter:brightness(1.08)}button:disabled{opacity:.45;cursor:not-allowed}
.quiet{background:var(--surface);border-color:var(--line-strong);color:var(--ink)}.quiet:hover,.small:hover,.turn:hover{background:var(--sunken);filter:none}
.small{min-height:2rem;min-width:2rem;padding:.15rem .7rem;font-size:.875rem;background:var(--surface);border-color:var(--line);color:var(--ink)}
.turn{width:2.5rem;min-height:2.5rem;padding:0;border-color:transparent;background:none;color:var(--ink);border-radius:50%}
select,input[type=time]{min-height:2.5rem;padding:.3rem .6rem;background:var(--surface);border:1px solid var(--line-strong);border-radius:calc(var(--radius)*.7);max-width:100%}
input[type=checkbox]{width:1.15rem;height:1.15rem;accent-color:var(--accent);margin:0;flex:none}
.parts,.card,.viewer,.skeleton,.empty{background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--radius)*1.4)}
.card{padding:1.5rem}.card>*+*{margin-top:1rem}
.head{display:flex;align-items:center;gap:.25rem;min-height:2.5rem}.head h2{flex:1;min-width:0}
.notice{padding:.75rem 1rem;margin-bottom:.75rem;border-radius:var(--radius);background:var(--warn-soft);color:var(--ink);border-inline-start:.25rem solid var(--warn)}
.notice button{margin-top:.75rem}
.parts{display:grid;grid-template-columns:minmax(0,1.35fr) minmax(0,1fr)}.parts>*{padding:1.5rem;min-width:0}
.parts>.times{border-inline-start:1px solid var(--line)}
table{width:100%;border-collapse:collapse;table-layout:fixed;margin-top:.75rem}th{padding:.25rem 0 .5rem;font-size:.75rem;font-weight:600;color:var(--muted)}
td{padding:.125rem;text-align:center}td>*{display:grid;place-items:center;width:100%;max-width:2.75rem;aspect-ratio:1;min-height:0;padding:0;margin:auto;border-radius:50%;
  font-variant-numeric:tabular-nums;color:var(--muted)}
.day{background:var(--accent-soft);border-color:transparent;color:var(--accent);font-weight:680}.day:hover{border-color:var(--accent);filter:none}
.day[aria-pressed=true]{background:var(--accent);color:var(--on-accent)}
td>.today{text-decoration:underline;text-underline-offset:.3em;text-decoration-thickness:2px}
.month[aria-busy=true] table{opacity:.5}
.zone{display:flex;align-items:center;gap:.5rem;margin-top:1rem;color:var(--muted);font-size:.875rem}.zone select{min-width:0;flex:0 1 auto;border-color:transparent;background:none;
  padding-inline:.25rem;color:var(--ink);text-overflow:ellipsis;field-sizing:content}.zone select:hover{border-color:var(--line-strong)}
select option{background:var(--surface);color:var(--ink)}
.list{max-height:23rem;overflow-y:auto;margin:.5rem -.375rem -.375rem;padding:.375rem;scrollbar-width:thin}
.list h4{font-size:.75rem;font-weight:600;color:var(--muted);margin:.75rem 0 .4rem}.list h4:first-child{margin-top:.25rem}
.list ul{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(5.6rem,1fr))}
.time{width:100%;padding-inline:.25rem;font-size:.9375rem;background:var(--surface);border-color:var(--line-strong);color:var(--accent);font-variant-numeric:tabular-nums}
.time:hover{border-color:var(--accent);background:var(--accent-soft);filter:none}.time[aria-pressed=true]{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.times>.dim+.quiet{margin-top:1rem}
.empty{padding:3rem 1.5rem;text-align:center;color:var(--muted)}.empty .icon{width:2rem;height:2rem}.empty>*+*{margin-top:.75rem}
.skeleton{padding:1.5rem;display:grid;gap:.75rem}.times .skeleton,.card .skeleton{border:0;padding:0}
.bar{height:2.5rem;border-radius:calc(var(--radius)*.7);background:var(--sunken);animation:pulse 1.4s ease-in-out infinite}.bar:nth-child(3n){width:70%}
@keyframes pulse{50%{opacity:.45}}
.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.4rem 1.5rem}.facts dt{color:var(--muted)}.facts dd{font-weight:600}.facts dd::first-letter{text-transform:uppercase}
.facts .dim{font-weight:400}.kept{display:flex;gap:.5rem;align-items:center;font-size:.875rem}.title{font-weight:600;overflow-wrap:anywhere}
.buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;margin-top:1.5rem}
.sign{display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;background:var(--ok-soft);color:var(--ok)}.sign .icon{width:1.6rem;height:1.6rem;stroke-width:2.2}
.viewer{padding:1.25rem 1.25rem 1.5rem}.week{--rows:10;display:grid;grid-template-columns:auto repeat(7,minmax(0,1fr));margin-top:1rem;gap:.25rem}
.week[aria-busy=true]{opacity:.5}
.axis{display:grid;grid-auto-rows:2.75rem;padding-top:3.5rem;font-size:.75rem;color:var(--muted);padding-inline-end:.5rem;text-align:end;font-variant-numeric:tabular-nums}
.axis span{transform:translateY(-.6em)}
.column{display:grid;grid-template-rows:3.5rem 1fr;position:relative;min-width:0}.column h3{display:grid;justify-items:center;gap:.1rem;font-size:.75rem;font-weight:600;color:var(--muted)}
.column h3 b{display:grid;place-items:center;width:1.9rem;height:1.9rem;border-radius:50%;font-size:.9375rem;color:var(--ink)}.column .today b{background:var(--accent);color:var(--on-accent)}
.column ul{position:relative;background:repeating-linear-gradient(var(--sunken) 0 calc(2.75rem - 1px),var(--line) calc(2.75rem - 1px) 2.75rem);border-radius:calc(var(--radius)*.7);overflow:hidden}
.free{position:absolute;inset-inline:.15rem;top:var(--top);height:var(--height);min-height:1.25rem;align-items:flex-start;padding:.2rem .25rem;overflow:hidden;
  background:var(--ok-soft);border:1px solid var(--ok);border-radius:calc(var(--radius)*.5);color:var(--ok);font-size:.75rem;font-weight:600;line-height:1.25}
.free.outside{display:none}.free:hover{filter:none;box-shadow:inset 0 0 0 1px var(--ok)}.none{display:none}
.agenda section{border-top:1px solid var(--line);padding-top:.9rem}.agenda h3.today{color:var(--accent)}.agenda section ul{display:grid;gap:.4rem;margin-top:.5rem}.agenda section .dim{font-size:.875rem;margin-top:.25rem}
.event{width:100%;justify-content:flex-start;align-items:baseline;gap:1rem;padding:.55rem .75rem;text-align:start;background:var(--accent-soft);color:var(--ink);border-color:transparent;
  border-inline-start:.25rem solid var(--accent);font-weight:400}.event:hover{border-color:var(--accent);filter:none}
.when{flex:0 0 9.5rem;font-size:.875rem;font-variant-numeric:tabular-nums}.what{min-width:0;display:grid}.name{font-weight:600;overflow-wrap:anywhere}.what .dim{font-size:.875rem;overflow-wrap:anywhere;margin-top:0}
.hours .zone{margin-top:.25rem}.day-hours{display:grid;grid-template-columns:minmax(7rem,10rem) auto auto;justify-content:start;gap:.5rem .75rem;align-items:start;border-top:1px solid var(--line);padding-top:.9rem;margin-top:.9rem!important}
.check{display:flex;align-items:center;gap:.6rem;min-height:2.5rem;font-weight:600;cursor:pointer}.check::first-letter{text-transform:uppercase}
.ranges{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem;min-width:0}.ranges>.dim{min-height:2.5rem;display:flex;align-items:center}.range{display:flex;align-items:center;gap:.5rem}.range input{min-width:0;flex:0 1 8.5rem}
.day-hours>.small,.range .small{min-height:2.5rem;min-width:2.5rem}.error{color:var(--danger)}.ok{color:var(--ok);font-weight:600}
@container (max-width:40rem){.parts{grid-template-columns:minmax(0,1fr)}.parts>*{padding:1.25rem 1rem}.parts>.times{border-inline-start:0;border-top:1px solid var(--line)}.list{max-height:none}
  .card{padding:1.25rem 1rem}.buttons>button{flex:1 1 auto}
  .week{grid-template-columns:minmax(0,1fr);gap:.75rem}.axis{display:none}.column{grid-template-rows:auto;grid-template-columns:4rem minmax(0,1fr);align-items:center;border-top:1px solid var(--line);padding-top:.75rem}
  .column h3{justify-items:start}.column ul{display:flex;flex-wrap:wrap;gap:.4rem;background:none;overflow:visible;border-radius:0}.free,.free.outside{display:inline-flex;position:static;height:auto;min-height:2.25rem;align-items:center;padding:.25rem .6rem;font-size:.8125rem}
  .none{display:block;color:var(--muted);font-size:.875rem}.column ul:empty{display:none}
  .event{flex-wrap:wrap;gap:.1rem 1rem}.when{flex-basis:100%}.day-hours{grid-template-columns:minmax(0,1fr) auto;justify-content:stretch}.ranges{grid-column:1/-1;grid-row:2}.range input::-webkit-calendar-picker-indicator{display:none}.ranges:has(>.dim){grid-column:2;grid-row:1}
  .viewer>.head,.agenda>.head{flex-wrap:wrap}.viewer>.head h2,.agenda>.head h2{flex-basis:100%}.viewer .small,.agenda .small{margin-inline-end:auto}}
@media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media (forced-colors:active){.day,.time[aria-pressed=true],.day[aria-pressed=true],.free{border:2px solid ButtonText}}`;

import { brandStyles } from './brand.js';

/** Pages of a user's journey: one card, the application above it, what to trust below it. */
export const journeyStyles = `${brandStyles}
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;
  padding:var(--space-6) var(--space-4) var(--space-5);overflow-wrap:break-word}
.journey-head,main,.journey-foot{width:100%;max-width:29rem;min-width:0}
main{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius-l);padding:var(--space-6);box-shadow:var(--shadow)}
main>*+*,section>*+*,form>*+*,fieldset>*+*{margin-top:var(--space-4)}
main>p.lead{margin-top:var(--space-2);color:var(--muted)}
main>section+section{border-top:1px solid var(--line);padding-top:var(--space-4)}
h2{font-size:var(--text-m)}h2+*,legend+*{margin-top:var(--space-2)!important}
label+input,label+select{margin-top:var(--space-1)}
.alarm{border-inline-start:.25rem solid var(--danger);background:var(--danger-soft);border-radius:var(--radius-s);padding:var(--space-3) var(--space-4)}
.alarm strong{color:var(--danger)}
.buttons{display:flex;flex-wrap:wrap;gap:var(--space-3);margin-top:var(--space-5)!important}.buttons>*{flex:1 1 auto}
button.second,a.button.second{background:var(--surface);border-color:var(--line-strong);color:var(--ink)}
button.second:hover,a.button.second:hover{background:var(--sunken);filter:none}
.leave{display:flex;justify-content:space-between;align-items:center;gap:var(--space-4);margin-top:var(--space-5)!important;font-size:var(--text-s)}
.leave>*{margin-top:0!important}.leave a,.leave button{text-align:start;min-height:2.75rem;display:inline-flex;align-items:center;color:var(--muted);font-weight:500}
.providers{display:grid;gap:var(--space-2)}.providers.more{grid-template-columns:repeat(auto-fill,minmax(min(8.75rem,100%),1fr))}
.provider{justify-content:flex-start;gap:var(--space-3);width:100%;text-align:start;background:var(--surface);border-color:var(--line-strong);
  color:var(--ink);font-weight:600;line-height:1.3}
.provider:hover{background:var(--sunken);filter:none}.provider small{display:block;font-weight:400}
.provider span{min-width:0;overflow-wrap:anywhere}.more .provider{padding-inline:var(--space-3);font-size:var(--text-s);gap:var(--space-2)}.more .provider:has(small){grid-column:1/-1}
.provider.google{background:#fff;border-color:#747775;color:#1f1f1f}.provider.google small{color:#444746}.provider.google:hover{background:#f2f2f2}
.provider.microsoft{background:#fff;border-color:#8c8c8c;color:#5e5e5e}.provider.microsoft small{color:#5e5e5e}.provider.microsoft:hover{background:#f3f3f3}
.rights{list-style:none;padding:0;display:grid;gap:var(--space-3)}.rights strong{display:block}.rights .dim{display:block;line-height:1.45}
.rights li,.calendars li{display:flex;gap:var(--space-3);align-items:flex-start}.rights svg,.calendars svg{margin-top:.2rem;color:var(--accent)}
.calendars{list-style:none;padding:0;display:grid;gap:var(--space-2);max-height:16rem;overflow-y:auto}
.calendars li>span,.rights li>span{min-width:0;overflow-wrap:anywhere}
.calendars label{display:flex;gap:var(--space-3);align-items:flex-start;font-weight:400;font-size:var(--text-m)}
blockquote{margin:var(--space-2) 0;padding:var(--space-1) 0 var(--space-1) var(--space-4);border-inline-start:.2rem solid var(--line);user-select:all}
summary{padding:var(--space-2) 0;cursor:pointer}
.hint{background:var(--sunken);border-radius:var(--radius-s);padding:var(--space-3) var(--space-4);font-size:var(--text-s)}.hint>*+*{margin-top:var(--space-2)}
.journey-foot{margin-top:var(--space-4);font-size:var(--text-s);color:var(--muted)}
.journey-foot a,.journey-foot summary{color:var(--muted)}.journey-foot details p{margin-top:var(--space-2)}
.journey-foot nav{display:flex;flex-wrap:wrap;gap:0 var(--space-5)}.journey-foot nav a{padding:var(--space-2) 0}
@media (max-width:30rem){body{padding:var(--space-4) var(--space-3)}main{padding:var(--space-5) var(--space-4)}}`;

/** What every page has: text, controls, cards, notices, tables. Colours and sizes are those of the tokens. */
export const baseStyles = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:5rem}
body{margin:0;background:var(--ground);color:var(--ink);font:var(--text-m)/1.55 var(--font);-webkit-font-smoothing:antialiased}
h1,h2,h3{line-height:1.25;margin:0;letter-spacing:-.01em;text-wrap:balance}
h1{font-size:var(--text-xl);font-weight:680}h2{font-size:var(--text-l);font-weight:640}h3{font-size:var(--text-m);font-weight:640}
p{margin:0;text-wrap:pretty}ul,ol{margin:0;padding-inline-start:1.25rem}
a{color:var(--accent);text-underline-offset:.15em;text-decoration-thickness:.06em}a:hover{text-decoration-thickness:.12em}
img,svg{vertical-align:middle;flex:none}
small,.dim{color:var(--muted);font-size:var(--text-s)}
code,pre,kbd{font-family:var(--mono);font-size:.9em}
code{background:var(--sunken);border-radius:.25em;padding:.1em .3em;overflow-wrap:anywhere}
pre{margin:0;background:var(--sunken);border:1px solid var(--line);border-radius:var(--radius-s);padding:var(--space-3) var(--space-4);
  font-size:var(--text-s);line-height:1.5;overflow-x:auto}pre code{background:none;padding:0;font-size:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-inline-start:var(--space-2);top:-5rem;background:var(--surface);padding:var(--space-2) var(--space-4);z-index:9}
.skip:focus{top:var(--space-2)}
.stack>*+*{margin-top:var(--space-4)}.stack-s>*+*{margin-top:var(--space-2)}.stack-l>*+*{margin-top:var(--space-6)}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-3)}.between{justify-content:space-between}
.card{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius-m);padding:var(--space-5);box-shadow:var(--shadow)}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:var(--space-2);min-height:2.75rem;padding:.5rem 1.125rem;
  font:inherit;font-weight:600;border-radius:var(--radius-s);border:1px solid var(--accent);background:var(--accent);color:var(--on-accent);
  cursor:pointer;text-decoration:none;text-align:center}
button:hover,.button:hover{filter:brightness(1.08)}button:active,.button:active{filter:brightness(.94)}
button:disabled{opacity:.5;cursor:not-allowed}
.button-quiet{background:var(--surface);border-color:var(--line-strong);color:var(--ink)}
.button-quiet:hover{background:var(--sunken);filter:none}
.button-danger{background:var(--surface);border-color:var(--danger);color:var(--danger)}
.button-link{min-height:0;padding:0;font-weight:500;font-size:var(--text-s);border:0;background:none;color:var(--accent);text-decoration:underline;text-underline-offset:.15em}
.button-s{min-height:2rem;padding:.2rem .7rem;font-size:var(--text-s)}
.wide{width:100%}
label,legend{font-weight:600;font-size:var(--text-s)}fieldset{border:0;padding:0;margin:0;min-width:0}legend{padding:0}
.field>label{display:block;margin-bottom:var(--space-1)}.field>.dim{margin-top:var(--space-1)}
input,select,textarea{font:inherit;color:inherit}
input:not([type=radio],[type=checkbox]),select,textarea{width:100%;min-height:2.75rem;background:var(--surface);
  border:1px solid var(--line-strong);border-radius:var(--radius-s);padding:.5rem .75rem}
input[type=radio],input[type=checkbox]{width:1.15rem;height:1.15rem;margin:.2rem 0 0;accent-color:var(--accent);flex:none}
::placeholder{color:var(--muted);opacity:1}
[aria-invalid=true]{border-color:var(--danger)!important}
.choices{list-style:none;padding:0;border:1px solid var(--line);border-radius:var(--radius-m);overflow:hidden;background:var(--surface)}
.choices>*+*{border-top:1px solid var(--line)}
.choice{display:flex;gap:var(--space-3);align-items:flex-start;padding:var(--space-3) var(--space-4);font-weight:400;font-size:var(--text-m);cursor:pointer}
.choice:hover{background:var(--sunken)}.choice:has(:checked){background:var(--accent-soft)}.choice strong{display:block;font-weight:600}
.notice{border-radius:var(--radius-s);padding:var(--space-3) var(--space-4);background:var(--accent-soft);border-inline-start:.25rem solid var(--accent)}
.notice-ok{background:var(--ok-soft);border-color:var(--ok)}.notice-warn{background:var(--warn-soft);border-color:var(--warn)}
.notice-danger{background:var(--danger-soft);border-color:var(--danger)}
.badge{display:inline-flex;align-items:center;gap:.35em;border-radius:99rem;padding:.1rem .6rem;font-size:var(--text-xs);font-weight:600;
  background:var(--sunken);color:var(--muted);white-space:nowrap}
.badge-ok{background:var(--ok-soft);color:var(--ok)}.badge-warn{background:var(--warn-soft);color:var(--warn)}
.badge-danger{background:var(--danger-soft);color:var(--danger)}.badge-accent{background:var(--accent-soft);color:var(--accent)}
.table-wrap{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:var(--text-s)}
th,td{text-align:start;padding:var(--space-2) var(--space-3);border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--muted);white-space:nowrap}tbody tr:last-child td{border-bottom:0}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important;scroll-behavior:auto!important}}
@media print{body{background:#fff}.card{box-shadow:none}}`;

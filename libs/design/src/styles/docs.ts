/** Pages that developers read: guides, reference and the landing page. Colours of code are those of the tokens, so that they have their contrast. */
export const docsStyles = `
.top{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:var(--space-2) var(--space-5);padding:var(--space-2) var(--space-5);
  min-height:3.5rem;background:var(--surface);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:var(--space-2);font-weight:700;color:var(--ink);text-decoration:none;font-size:var(--text-l)}
.top nav{display:flex;gap:var(--space-1);font-size:var(--text-s)}
.top nav a{color:var(--muted);text-decoration:none;font-weight:600;padding:.4rem .65rem;border-radius:var(--radius-s)}
.top nav a:hover,.top nav a[aria-current]{color:var(--ink);background:var(--sunken)}
.top form{margin-inline-start:auto;position:relative;flex:0 1 17rem;min-width:7rem}
.top input:not([type=radio],[type=checkbox]){min-height:2.25rem;padding:.25rem .7rem;font-size:var(--text-s);background:var(--ground)}
.found{position:absolute;inset-inline-end:0;top:2.75rem;width:min(30rem,calc(100vw - 2rem));max-height:70vh;overflow:auto;padding:var(--space-2);
  background:var(--surface);border:1px solid var(--line);border-radius:var(--radius-m);box-shadow:0 12px 40px rgb(0 0 0/.25)}
.hits{list-style:none;padding:0}.hits li+li{border-top:1px solid var(--line)}
.hits a{display:block;padding:var(--space-3);color:inherit;text-decoration:none;border-radius:var(--radius-s)}.hits a:hover{background:var(--sunken)}
.hits strong{color:var(--accent)}.hits span{display:block;color:var(--muted);font-size:var(--text-s);overflow-wrap:anywhere}
.plain{max-width:64rem;margin:0 auto;padding:var(--space-6) var(--space-5) var(--space-7)}.plain>*+*{margin-top:var(--space-6)}
.docs{display:grid;grid-template-columns:16.5rem minmax(0,1fr);max-width:92rem;margin:0 auto}
.side{border-inline-end:1px solid var(--line);font-size:var(--text-s)}
.side nav{position:sticky;top:3.5rem;max-height:calc(100vh - 3.5rem);overflow-y:auto;padding:var(--space-5) var(--space-4) var(--space-6) var(--space-5)}
.side h2{font-size:var(--text-xs);color:var(--muted);font-weight:650;text-transform:uppercase;letter-spacing:.05em;margin:var(--space-5) 0 var(--space-1)}
.side h2:first-child{margin-top:0}.side ul{list-style:none;padding:0}
.side li a{display:flex;gap:var(--space-2);align-items:baseline;padding:.3rem .6rem;border-radius:var(--radius-s);color:var(--muted);text-decoration:none;line-height:1.35}
.side li a:hover{background:var(--sunken);color:var(--ink)}
.side li a[aria-current]{background:var(--accent-soft);color:var(--accent);font-weight:600}
.side summary{list-style:none;cursor:pointer;font-weight:600;padding:.3rem .6rem;border-radius:var(--radius-s)}.side summary::-webkit-details-marker{display:none}
.side summary::after{content:'\\203A';float:inline-end;color:var(--muted)}.side details[open]>summary::after{transform:rotate(90deg)}
.side summary:hover{background:var(--sunken)}.side>label{display:none}
.content{padding:var(--space-6) var(--space-6) var(--space-7);min-width:0;display:grid;grid-template-columns:minmax(0,46rem);gap:var(--space-6);justify-content:center}
.content.wide{grid-template-columns:minmax(0,1fr)}
.toc{display:none}
@media (min-width:78rem){.content.with-toc{grid-template-columns:minmax(0,46rem) 12rem}
  .toc{display:block;font-size:var(--text-s)}.toc>div{position:sticky;top:5.5rem;border-inline-start:1px solid var(--line);padding-inline-start:var(--space-4)}
  .toc p{font-weight:600;margin-bottom:var(--space-2)}.toc ul{list-style:none;padding:0}.toc a{display:block;padding:.2rem 0;color:var(--muted);text-decoration:none}
  .toc a:hover{color:var(--accent)}}
article{overflow-wrap:break-word}article h1{font-size:var(--text-2xl);font-weight:720;letter-spacing:-.02em}
article>*+*{margin-top:var(--space-4)}article h2{margin-top:var(--space-7);font-size:1.3rem}article h3{margin-top:var(--space-6)}
article h2+*,article h3+*{margin-top:var(--space-3)}article li+li{margin-top:var(--space-1)}
article table{display:block;overflow-x:auto}article th:first-child,article td:first-child{padding-inline-start:0}
.anchor{color:var(--muted);text-decoration:none;font-weight:400;margin-inline-start:.4em;opacity:0}
h2:hover>.anchor,h3:hover>.anchor,.anchor:focus-visible{opacity:1}
.turn{display:grid;grid-template-columns:1fr 1fr;gap:var(--space-4);margin-top:var(--space-7)}.turn a{border:1px solid var(--line);border-radius:var(--radius-m);
  padding:var(--space-3) var(--space-4);text-decoration:none;background:var(--surface);font-weight:600}.turn a:hover{border-color:var(--accent)}
.turn small{display:block;font-weight:400}.turn .next{grid-column:2;text-align:end}
.code{position:relative}.code pre{background:var(--surface);padding-inline-end:3.25rem}.code .copy{position:absolute;top:.4rem;inset-inline-end:.4rem}
@media (max-width:40rem){.code pre{padding-block-start:2.75rem;padding-inline-end:var(--space-4)}}
.copy{min-height:1.9rem;padding:.1rem .6rem;font-size:var(--text-xs);background:var(--surface);border-color:var(--line);color:var(--muted)}
.copy:hover{color:var(--ink);border-color:var(--line-strong);filter:none}
.tabs{border:1px solid var(--line);border-radius:var(--radius-m);background:var(--surface);overflow:hidden}
.tabs>.bar{display:flex;overflow-x:auto;border-bottom:1px solid var(--line);background:var(--sunken);padding:0 var(--space-2)}
.tabs>input{position:absolute;opacity:0;pointer-events:none}
.tabs .bar label{padding:.5rem .8rem;color:var(--muted);cursor:pointer;border-bottom:2px solid transparent;white-space:nowrap}
.tabs .bar label:hover{color:var(--ink)}.tabs .panel{display:none}.tabs .code pre{border:0;border-radius:0}
${[1, 2, 3, 4, 5]
  .map(
    (n) =>
      `.tabs>input:nth-of-type(${n}):checked~.panel:nth-of-type(${n + 1}){display:block}` +
      `.tabs>input:nth-of-type(${n}):checked~.bar label:nth-of-type(${n}){color:var(--accent);border-color:var(--accent)}` +
      `.tabs>input:nth-of-type(${n}):focus-visible~.bar label:nth-of-type(${n}){outline:3px solid var(--accent);outline-offset:-3px}`,
  )
  .join('\n')}
.hljs-comment,.hljs-meta{color:var(--muted)}.hljs-keyword,.hljs-built_in,.hljs-literal,.hljs-selector-tag,.hljs-tag{color:var(--accent)}
.hljs-string,.hljs-regexp,.hljs-addition{color:var(--ok)}.hljs-number,.hljs-attr,.hljs-variable,.hljs-symbol,.hljs-property{color:var(--warn)}
.hljs-title,.hljs-section{color:var(--ink);font-weight:600}.hljs-subst{color:var(--ink)}
.live{margin-bottom:calc(-1*var(--space-2));padding:var(--space-4);background:var(--sunken);border:1px solid var(--line);border-radius:var(--radius-m)}
.live output{display:block;font:var(--text-xs)/1.5 var(--mono);color:var(--muted);overflow-wrap:anywhere}.live output:not(:empty):not(:only-child){margin-top:var(--space-3)}
.sequence{margin-inline:0;border:1px solid var(--line);border-radius:var(--radius-m);background:var(--surface);padding:var(--space-4)}
.sequence svg{display:block;width:100%;height:auto;max-width:44rem;margin:0 auto}.sequence text{fill:var(--ink);font:13px var(--font)}
.sequence .words{paint-order:stroke;stroke:var(--surface);stroke-width:5px;stroke-linejoin:round}.sequence .who{font-weight:650}.sequence .box{fill:var(--accent-soft);stroke:var(--accent)}.sequence .life{stroke:var(--line-strong);stroke-dasharray:3 4}
.sequence .call{stroke:var(--accent);stroke-width:1.5;fill:none}.sequence .reply{stroke:var(--muted);stroke-width:1.5;stroke-dasharray:5 4;fill:none}
.sequence .head{fill:var(--accent)}.sequence .reply-head{fill:var(--muted)}.sequence .note{fill:var(--warn-soft);stroke:var(--warn)}
.sequence ol{padding-inline-start:1.4rem;font-size:var(--text-s)}.sequence ol strong{color:var(--accent)}
@media (min-width:40.01rem){.sequence ol{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
@media (max-width:40rem){.sequence svg{display:none}}
.operations,.cards{list-style:none;padding:0}.operations{border:1px solid var(--line);border-radius:var(--radius-m);background:var(--surface);overflow:hidden}
.operations li{margin:0!important}.operations li+li{border-top:1px solid var(--line)}
.operations a{display:grid;grid-template-columns:3.5rem minmax(0,1fr) auto;gap:var(--space-3);align-items:baseline;padding:var(--space-3) var(--space-4);color:inherit;text-decoration:none}
.operations a:hover{background:var(--sunken)}.operations code{color:var(--muted);background:none;text-align:end}.operations strong{font-weight:600}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:var(--space-4)}.cards li{margin:0!important}
.cards a{display:block;height:100%;padding:var(--space-4);border:1px solid var(--line);border-radius:var(--radius-m);background:var(--surface);color:inherit;text-decoration:none}
.cards a:hover{border-color:var(--accent)}.cards strong{display:block;color:var(--accent)}.cards span{color:var(--muted);font-size:var(--text-s)}
.method{font:700 var(--text-xs)/1 var(--mono);min-width:2.9rem;color:var(--accent)}.method.get{color:var(--ok)}.method.delete{color:var(--danger)}
@media (max-width:52rem){.top{flex-wrap:wrap;padding:var(--space-2) var(--space-4);position:static}.top form{order:3;flex:1 1 100%;margin:0}
  .top nav{margin-inline-start:auto;gap:0}.top nav a{padding:.4rem .5rem}
  .docs{grid-template-columns:minmax(0,1fr)}.side{border:0;border-bottom:1px solid var(--line);background:var(--surface)}
  .side nav{position:static;max-height:none;padding:var(--space-2) var(--space-4) var(--space-4)}
  .side>label{display:block;padding:var(--space-3) var(--space-4);cursor:pointer}.side>label::after{content:'\\203A';float:inline-end}
  .side>input:checked+label::after{transform:rotate(90deg)}.side>input:focus-visible+label{outline:3px solid var(--accent);outline-offset:-3px}
  .side>input:not(:checked)~nav{display:none}
  .operations a{grid-template-columns:3.5rem minmax(0,1fr)}.operations code{grid-column:2;text-align:start}
  .content,.plain{padding:var(--space-5) var(--space-4) var(--space-7)}article h1{font-size:1.7rem}}`;

/** The reader of the API reference (Scalar) in the colours of all pages: one operation, without what surrounds it in the reader. */
export const referenceStyles = `
body,.light-mode,.dark-mode,.scalar-app{--scalar-font:var(--font);--scalar-font-code:var(--mono);--scalar-radius:6px;--scalar-radius-lg:10px;
  --scalar-color-1:var(--ink);--scalar-color-2:var(--muted);--scalar-color-3:var(--muted);--scalar-color-ghost:var(--muted);--scalar-color-disabled:var(--muted);
  --scalar-color-accent:var(--accent);--scalar-background-1:var(--ground);--scalar-background-2:var(--surface);--scalar-background-3:var(--sunken);
  --scalar-background-4:var(--line);--scalar-background-accent:var(--accent-soft);--scalar-border-color:var(--line);
  --scalar-link-color:var(--accent);--scalar-link-color-hover:var(--accent);--scalar-button-1:var(--accent);--scalar-button-1-hover:var(--accent);
  --scalar-button-1-color:var(--on-accent);--scalar-color-green:var(--ok);--scalar-color-red:var(--danger);--scalar-color-yellow:var(--warn);
  --scalar-color-blue:var(--accent);--scalar-color-orange:var(--warn);--scalar-color-purple:var(--accent);--scalar-color-query:var(--accent);
  --scalar-color-alert:var(--warn);--scalar-color-danger:var(--danger);--scalar-background-alert:var(--warn-soft);
  --scalar-background-danger:var(--danger-soft);--scalar-tooltip-background:var(--ink);--scalar-tooltip-color:var(--surface);
  --refs-sidebar-width:0px;--scalar-sidebar-width:0px;--refs-header-height:0px;--scalar-custom-header-height:3.5rem}
#reference .section-flare,#reference .t-doc__header,#reference .narrow-references-container>:has(.introduction-section),
#reference .tag-section-container>section.section{display:none}
#reference{overflow-x:clip}#reference .scalar-app{background:none;min-height:0}
#reference .references-rendered,#reference .references-layout{min-height:0;height:auto}
#reference .narrow-references-container>*{border:0}
#reference .section-container,#reference .section-container>*{border:0}
#reference .section{padding:var(--space-4) 0;max-width:none;border:0}
#reference .section-columns{gap:var(--space-6)}
#reference .property-name,#reference .request-path,#reference code{word-break:normal;overflow-wrap:anywhere}
#reference h3{font-size:var(--text-xl);line-height:1.25;font-weight:700}`;

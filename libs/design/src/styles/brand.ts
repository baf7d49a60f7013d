/** The application whose page it is: its logo or initial, and its name. */
export const brandStyles = `
.journey-head{display:flex;align-items:center;gap:var(--space-3);margin-bottom:var(--space-4);font-weight:640;font-size:var(--text-l)}
.journey-head span{min-width:0;overflow-wrap:anywhere}
.journey-head .logo,.journey-head .initial{flex:none;width:2.5rem;height:2.5rem;border-radius:var(--radius-m)}
.journey-head .logo{object-fit:contain;background:#fff;border:1px solid var(--line);padding:.2rem}
.journey-head .initial{display:grid;place-items:center;background:var(--accent);color:var(--on-accent);font-size:1.2rem}`;

/**
 * The script of pages for developers, which runs in browsers: copies code, keeps the chosen language, and shows results while
 * the reader types. Pages work without it.
 */
export const pageScript = `
for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.append(button);
}
const stored = () => { try { return localStorage.getItem('kalends-language'); } catch { return null; } };
const choose = (language) => {
  for (const radio of document.querySelectorAll('.tabs > input'))
    if (radio.value === language) radio.checked = true;
};
choose(stored());
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.tabs > input')) return;
  try { localStorage.setItem('kalends-language', target.value); } catch { /* not allowed to store */ }
  choose(target.value);
});
const form = document.querySelector('form[role=search]');
const input = form.querySelector('input');
const found = document.createElement('div');
found.className = 'found';
found.hidden = true;
form.append(found);
let latest = 0;
input.addEventListener('input', async () => {
  const own = ++latest;
  const query = input.value.trim();
  found.hidden = query.length < 2;
  if (found.hidden) return;
  const answer = await fetch('/docs/search?' + new URLSearchParams({ q: query }));
  if (own !== latest || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  found.replaceChildren(page.getElementById('results'));
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key !== '/' || event.target.matches('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  input.focus();
});
const week = () => document.getElementById('week');
if (week())
  setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch('/', { headers: { accept: 'text/html' } }).catch(() => null);
    if (!answer?.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('week');
    if (next && next.outerHTML !== week().outerHTML) week().replaceWith(next);
  }, 10000);
document.addEventListener('click', ({ target }) => { if (!form.contains(target)) found.hidden = true; });
`;

// In the browser: shows the status of invites as it changes.
if (document.querySelector('[data-invite]')) {
  new EventSource('/live').onmessage = ({ data }) => {
    const { id, text } = JSON.parse(data);
    const shown = document.querySelector(`[data-invite="${CSS.escape(id)}"]`);
    if (shown) shown.textContent = text;
  };
}

/**
 * The script of the reference page, which runs in browsers: shows the document that the page names. It sends nothing
 * anywhere but to this server: no validator, and no address from the page's query.
 */
export const startReference = `
const at = document.getElementById('reference');
const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', colour);
colour();
const { openapi, token } = at.dataset;
const ui = SwaggerUIBundle({
  url: openapi,
  domNode: at,
  deepLinking: true,
  queryConfigEnabled: false,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  onComplete: () => token && ui.preauthorizeApiKey('access-token', token),
});
`;

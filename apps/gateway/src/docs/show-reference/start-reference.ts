/**
 * The script of a reference page, which runs in browsers: shows the operation that the page names with the reader (Scalar). Its
 * services elsewhere are all off; the policy of the page would refuse them as well.
 */
export const startReference = `
const at = document.getElementById('reference');
const dark = matchMedia('(prefers-color-scheme: dark)');
const tokens = JSON.parse(at.dataset.tokens);
const schemes = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, { token }]));
const options = (isDark) => ({
  url: at.dataset.openapi,
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showSidebar: false,
  hideSearch: true,
  hideModels: true,
  hideClientButton: true,
  hideDarkModeToggle: true,
  hideTestRequestButton: at.dataset.try === 'no',
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  forceDarkModeState: isDark ? 'dark' : 'light',
  persistAuth: false,
  expandAllResponses: false,
  authentication: { preferredSecurityScheme: at.dataset.scheme || undefined, securitySchemes: schemes },
});
document.getElementById('waiting').remove();
const shown = Scalar.createApiReference(at, options(dark.matches));
dark.addEventListener('change', () => shown.updateConfiguration(options(dark.matches)));
`;

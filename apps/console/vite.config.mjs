import react from '@vitejs/plugin-react';
import { baseStyles, tokenStyles } from '@kalends/design';

const design = 'virtual:design.css';

/** The styles of every page, as a style sheet that the console imports. */
const designStyles = {
  name: 'design',
  resolveId: (id) => (id === design ? `\0${design}` : undefined),
  load: (id) => (id === `\0${design}` ? `${tokenStyles}\n${baseStyles}` : undefined),
};

export default {
  base: '/console/',
  plugins: [react(), designStyles],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
};

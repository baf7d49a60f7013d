import { useEffect, useState } from 'react';

const themes = ['system', 'light', 'dark'] as const;
type ThemeName = (typeof themes)[number];

const stored = (): ThemeName => themes.find((name) => name === localStorage.getItem('theme')) ?? 'system';

/** Light, dark, or as the system prefers. */
export function Theme() {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem('theme', theme);
  }, [theme]);
  return (
    <select
      aria-label="Colours"
      className="select-s"
      value={theme}
      onChange={(e) => setTheme(e.target.value as ThemeName)}
    >
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  );
}

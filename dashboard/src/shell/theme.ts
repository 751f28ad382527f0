import { useState } from 'preact/hooks'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** The key of the theme, the only setting that is stored on the device. */
const STORAGE_KEY = 'svc-theme'

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Applies the chosen theme, or the preference of the system. */
export function applyTheme(theme: Theme = storedTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Returns the theme and a function that changes it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme)
  const choose = (chosen: Theme) => {
    localStorage.setItem(STORAGE_KEY, chosen)
    applyTheme(chosen)
    setTheme(chosen)
  }
  return [theme, choose]
}

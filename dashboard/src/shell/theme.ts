import { useState } from 'preact/hooks'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** The one thing that is kept on the device. */
const STORAGE_KEY = 'svc-theme'

function keptTheme(): Theme {
  const kept = localStorage.getItem(STORAGE_KEY)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

/** Sets the theme on the document: the chosen one, or what the system says. */
export function applyTheme(theme: Theme = keptTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** The theme, and a way to choose another. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(keptTheme)
  const choose = (chosen: Theme) => {
    localStorage.setItem(STORAGE_KEY, chosen)
    applyTheme(chosen)
    setTheme(chosen)
  }
  return [theme, choose]
}

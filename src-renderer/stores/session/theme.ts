import { useEffect } from 'react'
import type { TextSize, Theme } from '../../../src-shared/settings/settings.ts'
import { useSettings, useSettingsNow } from '../server-cache/settings-store.ts'

const storageKey = 'stratagem-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Applies the theme to the page. It is also stored locally, so that the next start does not flash. */
function apply(theme: string): void {
  const shown = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = shown === 'dark' ? 'dark' : 'light'
  localStorage.setItem(storageKey, theme)
}

/** The last theme, until the settings are loaded. */
export function applyKeptTheme(): void {
  apply(localStorage.getItem(storageKey) ?? 'system')
}

const scales: { readonly [size in TextSize]: string } = { small: '0.9', medium: '', large: '1.15' }

/** Applies text size and density to the page. */
export function useTextSize(): void {
  const { textSize, density } = useSettingsNow()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  useEffect(() => {
    document.documentElement.style.setProperty('zoom', scales[textSize])
  }, [textSize])
}

export function useTheme(): void {
  const theme: Theme | null = useSettings((state) =>
    state.settings.state === 'ready' ? state.settings.value.theme : null,
  )
  useEffect(() => {
    if (theme === null) return
    apply(theme)
    const follow = () => apply(theme)
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  }, [theme])
}

export type Theme = 'system' | 'light' | 'dark'

/** Read by public/theme.js before the first paint; survives logging out, so that the login page does not flash. */
const cookieName = 'theme'
const yearInSeconds = 31_536_000

/** Must match tokens.css; used for the browser's toolbars. */
const surfaces = { light: '#ffffff', dark: '#111b18' }

/** Shows this page in a theme, and the next one from its first paint. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = surfaces[theme === 'system' ? own : theme]
  }
  const maxAge = theme === 'system' ? 0 : yearInSeconds
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookieName}=${theme}; path=/; max-age=${maxAge}; samesite=lax${secure}`
}

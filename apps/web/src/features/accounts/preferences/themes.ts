export const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
export type ThemeName = (typeof themes)[number]['value']

export const isThemeName = (value: unknown): value is ThemeName =>
  themes.some((theme) => theme.value === value)

import { usePreference } from '#web/lib/preferences.ts'
import { MenuChoices } from '#web/ui/controls/menu-choices.tsx'
import { isThemeName, themes } from './themes.ts'

/** The account menu's theme switch. */
export function ThemeMenu() {
  const [theme, setTheme] = usePreference('theme', 'system')
  return (
    <MenuChoices
      label="Theme"
      choices={themes}
      value={theme}
      onChange={(value) => isThemeName(value) && setTheme(value)}
    />
  )
}

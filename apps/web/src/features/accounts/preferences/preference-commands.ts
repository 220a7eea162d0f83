import type { Command } from '#web/lib/commands/command.ts'
import { hasSingleKeyShortcuts } from '#web/lib/commands/single-key-shortcuts.ts'
import { readPreference, setPreference } from '#web/lib/preferences.ts'
import { themes } from './themes.ts'

/** Theme, shortcuts and logging out, for the command palette. */
export function preferenceCommands(onLogOut: () => void): Command[] {
  const current = readPreference('theme') ?? 'system'
  return [
    ...themes
      .filter(({ value }) => value !== current)
      .map(({ value, label }) => ({
        id: `theme.${value}`,
        title: `Theme: ${label.toLowerCase()}`,
        run: () => setPreference('theme', value),
      })),
    {
      id: 'single_key_shortcuts',
      title: `Turn single-key shortcuts ${hasSingleKeyShortcuts() ? 'off' : 'on'}`,
      run: () => setPreference('single_key_shortcuts', !hasSingleKeyShortcuts()),
    },
    { id: 'log_out', title: 'Logout', run: onLogOut },
  ]
}

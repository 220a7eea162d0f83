import { usePreference } from '#web/lib/preferences.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { isThemeName, themes } from './themes.ts'

/** Theme and keyboard shortcuts; they apply on all of the account's devices. */
export function DisplaySettings() {
  const [theme, setTheme] = usePreference('theme', 'system')
  const [hasShortcuts, setShortcuts] = usePreference('single_key_shortcuts', true)
  return (
    <TitledSection heading="Display and keyboard">
      <Panel className="divide-y divide-line px-4 sm:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <p className="text-base">Theme</p>
          <Segmented
            label="Theme"
            segments={themes}
            value={theme}
            onChange={(value) => isThemeName(value) && setTheme(value)}
          />
        </div>
        <div className="py-3">
          <Checkbox isSelected={hasShortcuts} onChange={setShortcuts}>
            Single-key shortcuts
          </Checkbox>
          <p className="mt-0.5 ml-8 text-xs text-muted">
            Keys such as / and N work anywhere on a page; ? lists them. Switch them off if you use voice
            control.
          </p>
        </div>
      </Panel>
    </TitledSection>
  )
}

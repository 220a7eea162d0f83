import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { FormSelect } from '#web/features/inventory/form/form-select.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { CountField } from './count-field.tsx'

interface ArrivingFilesProps {
  settings: InventorySettings
  set: (change: Partial<InventorySettings>) => void
}

const automatic = [
  { id: 'after_two_clean' as const, name: 'Apply, after two imports without errors' },
  { id: 'never' as const, name: 'Wait for a person' },
]
const withHeld = [
  { id: 'wait' as const, name: 'Wait for a person' },
  { id: 'apply_others' as const, name: 'Apply the other rows' },
]

/** What becomes of files that an API key or a drop folder brings, and what happens when none comes. */
export function ArrivingFiles({ settings, set }: ArrivingFilesProps) {
  const { heartbeat } = settings
  return (
    <TitledSection heading="Files that come by API key or drop folder">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect
          label="Such a file"
          options={automatic}
          value={settings.automatic}
          onChange={(choice) => set({ automatic: choice })}
        />
        <FormSelect
          label="With unknown events"
          options={withHeld}
          value={settings.automatic_with_held}
          onChange={(choice) => set({ automatic_with_held: choice })}
        />
      </div>
      <div className="mt-3 space-y-3">
        <Checkbox
          isSelected={heartbeat !== null}
          onChange={(isOn) => set({ heartbeat: isOn ? { warn_hours: 24, unpublish_hours: null } : null })}
        >
          Warn when no file comes
        </Checkbox>
        {heartbeat && (
          <div className="grid gap-4 sm:grid-cols-2">
            <CountField
              label="Warn after hours"
              value={heartbeat.warn_hours}
              min={1}
              max={720}
              onChange={(hours) => set({ heartbeat: { ...heartbeat, warn_hours: hours } })}
            />
            <div>
              <Checkbox
                isSelected={heartbeat.unpublish_hours !== null}
                onChange={(isOn) =>
                  set({
                    heartbeat: { ...heartbeat, unpublish_hours: isOn ? heartbeat.warn_hours * 2 : null },
                  })
                }
              >
                Then take its listings off sale
              </Checkbox>
              {heartbeat.unpublish_hours !== null && (
                <CountField
                  label="Off sale after hours"
                  value={heartbeat.unpublish_hours}
                  min={heartbeat.warn_hours + 1}
                  max={1440}
                  onChange={(hours) => set({ heartbeat: { ...heartbeat, unpublish_hours: hours } })}
                />
              )}
            </div>
          </div>
        )}
      </div>
    </TitledSection>
  )
}

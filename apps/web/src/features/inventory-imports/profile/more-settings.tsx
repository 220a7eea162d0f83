import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { deliveryLabel, deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { env } from '#web/lib/env.ts'
import { FormSelect } from '#web/features/inventory/form/form-select.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ownerTexts } from '#web/features/inventory-imports/texts.ts'
import { CountField } from './count-field.tsx'

interface MoreSettingsProps {
  settings: InventorySettings
  set: (change: Partial<InventorySettings>) => void
}

const ownerNames = ['price', 'notes', 'split', 'publishing'] as const

/** Who decides about listings that exist, what large withdrawals need, and what new listings have by default. */
export function MoreSettings({ settings, set }: MoreSettingsProps) {
  const { owners, defaults, wipe_guard: guard } = settings
  return (
    <>
      <TitledSection heading="Who decides about listings that exist">
        <p className="mb-3 text-sm text-muted">
          What {env().brand} decides stays as you set it here when the next file comes. New listings are as
          the file says.
        </p>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {ownerNames.map((name) => (
            <div key={name} className="flex items-center justify-between gap-3 text-sm">
              <span className="font-medium">{ownerTexts[name]}</span>
              <Segmented
                label={`${ownerTexts[name]}: who decides`}
                segments={[
                  { value: 'file', label: 'File' },
                  { value: 'site', label: env().brand },
                ]}
                value={owners[name]}
                onChange={(value) =>
                  set({ owners: { ...owners, [name]: value === 'site' ? 'site' : 'file' } })
                }
              />
            </div>
          ))}
        </div>
      </TitledSection>
      {settings.mode === 'full_replace' && (
        <TitledSection heading="When a file withdraws a lot">
          <p className="mb-3 text-sm text-muted">
            A file that withdraws more than both of these waits until a person types the exact number.
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            <CountField
              label="Listings"
              value={guard.rows}
              max={100_000}
              onChange={(rows) => set({ wipe_guard: { ...guard, rows } })}
            />
            <CountField
              label="Percent of what is on sale"
              value={guard.percent}
              max={100}
              onChange={(percent) => set({ wipe_guard: { ...guard, percent } })}
            />
          </div>
        </TitledSection>
      )}
      <TitledSection heading="Where the file says nothing">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormSelect
            label="Delivery of new listings"
            options={deliveryTypes.map((type) => ({ id: type, name: deliveryLabel(type) }))}
            value={defaults.delivery}
            onChange={(delivery) => set({ defaults: { ...defaults, delivery } })}
          />
          <FormSelect
            label="Split of new listings"
            options={splitTypes
              .filter((type) => type !== 'Sell In Multiples')
              .map((type) => ({ id: type, name: type }))}
            value={defaults.split_type}
            onChange={(type) => set({ defaults: { ...defaults, split_type: type } })}
          />
          <CountField
            label="In hand: days before the event"
            value={defaults.in_hand_days_before}
            max={365}
            onChange={(days) => set({ defaults: { ...defaults, in_hand_days_before: days } })}
          />
          <CountField
            label="Minutes until your system knows of a sale"
            value={settings.sale_grace_minutes}
            max={120}
            onChange={(minutes) => set({ sale_grace_minutes: minutes })}
          />
        </div>
      </TitledSection>
    </>
  )
}

import { importModes, type InventorySettings, type WireDialect } from '@terrace/contracts/inventory-profiles'
import { FormSelect } from '#web/features/inventory/form/form-select.tsx'
import { counted } from '#web/features/inventory/texts.ts'
import { currencyChoices } from '#web/lib/currency-choices.ts'
import { Radio, RadioGroup } from '#web/ui/controls/radio.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { modeSentences, modeTitles } from '#web/features/inventory-imports/texts.ts'
import { columnKey, meaningsOf } from './column-meanings.ts'
import { ColumnsTable, isAmount } from './columns-table.tsx'
import { ArrivingFiles } from './arriving-files.tsx'
import { MoreSettings } from './more-settings.tsx'

interface SettingsFormProps {
  settings: InventorySettings
  onChange: (settings: InventorySettings) => void
  dialect: WireDialect | undefined
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

const dateOrders = [
  { id: 'dmy' as const, name: 'Day first: 5/12 is 5 December' },
  { id: 'mdy' as const, name: 'Month first: 5/12 is 12 May' },
  { id: 'ymd' as const, name: 'Year first: 2026-12-05' },
]
const decimals = [
  { id: 'point' as const, name: 'Point: 1,600.00' },
  { id: 'comma' as const, name: 'Comma: 1.600,00' },
]
const encodings = [
  { id: 'auto' as const, name: 'UTF-8 or UTF-16' },
  { id: 'windows-1252' as const, name: 'Windows-1252' },
]

/** Everything that a profile says about its files. */
export function SettingsForm(props: SettingsFormProps) {
  const { settings, onChange, dialect } = props
  const set = (change: Partial<InventorySettings>) => onChange({ ...settings, ...change })
  return (
    <div className="space-y-8">
      <TitledSection heading="What the file does to your stock">
        <RadioGroup
          label="What the file does to your stock"
          value={settings.mode}
          onChange={(value) => set({ mode: importModes.find((mode) => mode === value) ?? settings.mode })}
          className="space-y-2"
        >
          {importModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              className="block cursor-pointer rounded border border-line bg-surface px-4 py-2.5 text-sm hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <span className="block font-semibold">{modeTitles[mode]}</span>
              <span className="block text-xs text-muted">{modeSentences[mode]}</span>
            </Radio>
          ))}
        </RadioGroup>
      </TitledSection>
      <TitledSection heading="How amounts and dates are written">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormSelect
            label="Currency"
            options={currencyChoices(settings.currency)}
            value={settings.currency}
            onChange={(currency) => set({ currency })}
          />
          <FormSelect
            label="Decimal separator"
            options={decimals}
            value={settings.decimal}
            onChange={(decimal) => set({ decimal })}
          />
          <FormSelect
            label="Date order"
            options={dateOrders}
            value={settings.date_order}
            onChange={(order) => set({ date_order: order })}
          />
          <FormSelect
            label="Text encoding"
            options={encodings}
            value={settings.encoding}
            onChange={(encoding) => set({ encoding })}
          />
        </div>
      </TitledSection>
      <TitledSection heading="What the columns mean">
        <Columns {...props} />
        <p className="mt-2 text-xs text-muted">
          {settings.identity === 'column'
            ? 'Rows are recognised by your id, so that the next file changes the same listings.'
            : 'No column is your id of the listing: rows are recognised by event, section, row and seats.'}
          {dialect && ` Proposed from the documentation of ${dialect.title}.`}
        </p>
      </TitledSection>
      <MoreSettings settings={settings} set={set} />
      <ArrivingFiles settings={settings} set={set} />
    </div>
  )
}

/** The columns of a known system are as its documentation says; those with amounts are shown first. */
function Columns(props: SettingsFormProps) {
  const { settings, dialect, header } = props
  if (!dialect) return <ColumnsTable {...props} />
  const meanings = meaningsOf(settings, dialect)
  const amounts = header.filter((name) => isAmount(meanings.get(columnKey(name))?.field))
  const others = header.filter((name) => !amounts.includes(name))
  return (
    <div className="space-y-3">
      <ColumnsTable {...props} shown={amounts} />
      <details>
        <summary className="cursor-pointer rounded py-1 text-sm font-medium max-sm:py-2.5">
          {counted(others.length, 'more column')}
        </summary>
        <div className="mt-2">
          <ColumnsTable {...props} shown={others} />
        </div>
      </details>
    </div>
  )
}

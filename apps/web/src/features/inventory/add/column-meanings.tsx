import type { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { importFields, type ColumnMeaning, type ImportField } from '@terrace/contracts/inventory-profiles'
import type { ResponseOf } from '@terrace/contracts/route'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { importFieldNames } from '#web/features/inventory/import-field-names.ts'
import type { ChosenColumns } from './remembered-columns.ts'

interface ColumnMeaningsProps {
  pasted: ResponseOf<typeof inventoryDraftsRoutes.readRows>['data']
  onChange: (columns: ChosenColumns) => void
}

const options = [
  { id: 'none' as const, name: 'Ignore' },
  ...importFields.map((field) => ({ id: field, name: importFieldNames[field] })),
]
const orders = [
  { id: 'dmy' as const, name: 'Day first: 28/3/2027' },
  { id: 'mdy' as const, name: 'Month first: 3/28/2027' },
  { id: 'ymd' as const, name: 'Year first: 2027-03-28' },
]

/** What each column means: one line when the header says it, a question when something is missing. */
export function ColumnMeanings({ pasted, onChange }: ColumnMeaningsProps) {
  const { columns, has_header: hasHeader, missing, recognised_as: known, format } = pasted
  const [isOpen, setOpen] = useState(false)
  const asks = missing.length > 0
  const choose = (change: Partial<ChosenColumns>) =>
    onChange({
      meanings: columns.map(({ meaning }) => meaning),
      has_header: hasHeader,
      date_order: format.date_order,
      ...change,
    })
  const summary = columns.flatMap(({ name, meaning }) => (meaning ? [columnText(name, meaning)] : []))
  return (
    <section aria-label="Columns" className="text-sm">
      {asks ? (
        <p className="font-medium text-danger">
          Say what each column means. Missing: {missing.map((field) => importFieldNames[field]).join(', ')}.
        </p>
      ) : (
        <p className="text-muted">
          {known !== null && `Read as ${known}. `}
          {summary.join(', ')}.{' '}
          <Button size="sm" onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide columns' : 'Change columns'}
          </Button>
        </p>
      )}
      {(asks || isOpen) && (
        <div className="mt-2 space-y-2">
          <div className="thin-scroll flex gap-2 overflow-x-auto pb-1">
            {columns.map(({ name, sample, meaning }, at) => (
              <div key={at} className="w-36 shrink-0">
                <p className="truncate text-xs font-semibold">{name || `Column ${at + 1}`}</p>
                <p className="truncate text-xs text-muted">{sample || '–'}</p>
                <NativeSelect
                  label={`Meaning of ${name || `column ${at + 1}`}`}
                  options={options}
                  value={meaning?.field ?? 'none'}
                  onChange={(field) => choose({ meanings: withMeaning(columns, at, field) })}
                  className="mt-1 w-full"
                />
              </div>
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-4">
            <Checkbox isSelected={hasHeader} onChange={(isHeader) => choose({ has_header: isHeader })}>
              The first row is a header
            </Checkbox>
            <NativeSelect
              label="Dates"
              options={orders}
              value={format.date_order}
              onChange={(order) => choose({ date_order: order })}
            />
          </div>
        </div>
      )}
    </section>
  )
}

/** "Cost is the price" needs saying: other systems mean what they paid. */
function columnText(name: string, { field, unit }: ColumnMeaning): string {
  const meaning = unit === 'ask_per_ticket' ? 'price that you ask' : importFieldNames[field].toLowerCase()
  return name === '' || name.toLowerCase() === meaning ? importFieldNames[field] : `${name}: ${meaning}`
}

function withMeaning(
  columns: ColumnMeaningsProps['pasted']['columns'],
  at: number,
  field: ImportField | 'none',
): (ColumnMeaning | null)[] {
  return columns.map(({ meaning }, index) => {
    if (index !== at) return meaning?.field === field ? null : meaning
    if (field === 'none') return null
    if (field === 'price') return { field, unit: 'ask_per_ticket' }
    return field === 'cost' ? { field, unit: 'cost_per_ticket' } : { field }
  })
}

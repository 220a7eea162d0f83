import {
  importFields,
  priceUnits,
  type ColumnMeaning,
  type InventorySettings,
  type WireDialect,
} from '@terrace/contracts/inventory-profiles'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { Cell, Column, Row, Table, TableHeader } from '#web/ui/data-display/table.tsx'
import { importFieldNames } from '#web/features/inventory/import-field-names.ts'
import { unitTexts } from '#web/features/inventory-imports/texts.ts'
import { columnKey, meaningOf, meaningsOf, withMeaning } from './column-meanings.ts'

interface ColumnsTableProps {
  settings: InventorySettings
  onChange: (settings: InventorySettings) => void
  dialect: WireDialect | undefined
  header: readonly string[]
  /** Rows of the file; empty while a saved profile is edited. */
  rows: readonly (readonly string[])[]
  /** Only these columns; all by default. */
  shown?: readonly string[]
}

const samples = 3
const ignored = 'ignored'
const fieldChoices = importFields.map((id) => ({ id, name: importFieldNames[id] }))
const priceChoices = priceUnits
  .filter((unit) => unit !== 'cost_per_ticket')
  .map((id) => ({ id, name: id === 'ask_per_ticket' ? 'What you ask' : 'What you receive' }))
const scaleChoices = [
  { id: 'major' as const, name: '51.75 is written 51.75' },
  { id: 'minor' as const, name: '51.75 is written 5175' },
]

/** What each column of a file means, next to its first values. */
export function ColumnsTable({ settings, onChange, dialect, header, rows, shown }: ColumnsTableProps) {
  const meanings = meaningsOf(settings, dialect)
  const known = new Set(Object.keys(dialect?.columns ?? {}).map(columnKey))
  const set = (name: string, meaning: ColumnMeaning | null) =>
    onChange(withMeaning(settings, dialect, name, meaning))
  return (
    <div className="overflow-x-auto rounded border border-line">
      <Table label="Columns of the file">
        <TableHeader>
          <Column>Column</Column>
          {rows.length > 0 && <Column>First values</Column>}
          <Column>Meaning</Column>
        </TableHeader>
        <tbody>
          {header.map((name, at) => {
            if (shown?.includes(name) === false) return null
            const meaning = meanings.get(columnKey(name))
            const values = rows.map((cells) => cells[at] ?? '').filter((cell) => cell.trim() !== '')
            // A column of the dialect always has a meaning.
            const choices = known.has(columnKey(name))
              ? fieldChoices
              : [{ id: ignored, name: 'Not used' } as const, ...fieldChoices]
            return (
              <Row key={`${name}-${at}`}>
                <Cell className="font-medium">{name === '' ? '(no name)' : name}</Cell>
                {rows.length > 0 && (
                  <Cell className="max-w-56 truncate text-xs text-muted">
                    {values.slice(0, samples).join(' · ') || 'empty'}
                  </Cell>
                )}
                <Cell>
                  <span className="flex flex-wrap gap-1.5">
                    <NativeSelect
                      label={`Meaning of ${name}`}
                      className={meaning ? '' : 'opacity-70'}
                      options={choices}
                      value={meaning?.field ?? ignored}
                      onChange={(field) => set(name, field === ignored ? null : meaningOf(field, meaning))}
                    />
                    {meaning && (
                      <AmountChoices name={name} meaning={meaning} onChange={(next) => set(name, next)} />
                    )}
                  </span>
                  {meaning?.unit && (
                    <span className="mt-1 block text-xs text-muted">{unitTexts[meaning.unit]}</span>
                  )}
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}

const amounts: ReadonlySet<unknown> = new Set(['price', 'cost', 'floor', 'face_value'])
/** Whether a column with this meaning has amounts. */
export const isAmount = (field: ColumnMeaning['field'] | undefined): boolean => amounts.has(field)

/** What the price says, and whether amounts are in pounds or pence. */
function AmountChoices({
  name,
  meaning,
  onChange,
}: {
  name: string
  meaning: ColumnMeaning
  onChange: (meaning: ColumnMeaning) => void
}) {
  if (!isAmount(meaning.field)) return null
  return (
    <>
      {meaning.field === 'price' && (
        <NativeSelect
          label={`What ${name} says`}
          options={priceChoices}
          value={meaning.unit === 'proceeds_per_ticket' ? 'proceeds_per_ticket' : 'ask_per_ticket'}
          onChange={(unit) => onChange({ ...meaning, unit })}
        />
      )}
      <NativeSelect
        label={`How ${name} writes amounts`}
        options={scaleChoices}
        value={meaning.scale ?? 'major'}
        onChange={(scale) => onChange({ ...meaning, scale })}
      />
    </>
  )
}

import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { moneyText } from '#web/features/inventory/texts.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { modeTitles } from '#web/features/inventory-imports/texts.ts'

const unitTexts: Readonly<Record<string, string>> = {
  ask_per_ticket: 'what you ask per ticket',
  proceeds_per_ticket: 'what you receive per ticket',
}

/** How the file was read. */
export function StateLine({ item }: { item: WireInventoryImportDetail }) {
  const { price_column: column, examples } = item
  const [example] = examples
  const facts: [name: string, value: string][] = [
    ['Profile', item.profile.name],
    ['Mode', modeTitles[item.mode]],
    ['File made', inViewerTimeZone(item.file_made_at)],
    ['Rows', formatCount(item.rows_read)],
    ...(column
      ? [
          [
            'Price column',
            `${column.name}: ${unitTexts[column.unit] ?? column.unit}${example ? `, ${example.price.currency}` : ''}`,
          ] as [string, string],
        ]
      : []),
    ...(example
      ? [
          [
            'Example',
            `${moneyText(example.price)} asked${example.proceeds ? `, ${moneyText(example.proceeds)} proceeds` : ''}`,
          ] as [string, string],
        ]
      : []),
  ]
  return (
    <dl className="tabular flex shrink-0 flex-wrap gap-x-6 gap-y-1 border-b border-line bg-sunken px-5 py-2 text-xs max-sm:px-4">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { WireInventoryImport } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { ImportState } from './import-columns.tsx'

const shown = ['new', 'changed', 'withdrawn', 'held', 'invalid'] as const

/** An import on a phone, below its name. */
export function ImportCard({ item }: { item: WireInventoryImport }) {
  const counts = shown.filter((name) => item.counts[name] > 0)
  return (
    <span className="mt-1.5 block space-y-1.5 text-xs">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <ImportState item={item} />
        <span className="tabular text-muted">{inViewerTimeZone(item.created_at)}</span>
      </span>
      <span className="tabular block text-muted">
        {[item.profile.name, ...counts.map((name) => `${formatCount(item.counts[name])} ${name}`)].join(
          ' · ',
        )}
      </span>
    </span>
  )
}

import { inventoryImportsRoutes, type WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { counted } from '#web/features/inventory/texts.ts'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { saveParts } from '#web/lib/save-parts.ts'
import { useSaving } from '#web/features/inventory-imports/data/use-saving.ts'

/** Why rows cannot be read, the most frequent reason first, and the rows as a file to repair. */
export function InvalidReasons({ item }: { item: WireInventoryImportDetail }) {
  const { isSaving, problem, save } = useSaving()
  const { invalid } = item.counts
  if (invalid === 0) return null
  return (
    <section aria-label="Invalid rows" className="border-t border-line px-5 py-3 text-sm max-sm:px-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold">
          {counted(invalid, 'row')} {invalid === 1 ? 'is' : 'are'} invalid
        </h2>
        <Button
          size="sm"
          tone="quiet"
          isPending={isSaving}
          onPress={() =>
            save(() =>
              saveParts((after) =>
                call(inventoryImportsRoutes.result, {
                  params: { import_id: item.id },
                  query: { action: 'invalid', ...(after !== undefined && { after }) },
                }),
              ),
            )
          }
        >
          Download
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="text-xs font-medium text-danger">
          {problem}
        </p>
      )}
      <ul className="mt-1 space-y-1 text-muted">
        {item.reasons.map(({ code, message, rows }) => (
          <li key={code} className="flex justify-between gap-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
            <span className="tabular text-ink">{formatCount(rows)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

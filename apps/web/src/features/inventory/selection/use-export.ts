import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import type { TableLayout } from '#web/ui/data-table/table-column.ts'
import { knownRow } from '#web/features/inventory/data/queries.ts'
import { inventoryColumns } from '#web/features/inventory/grid/columns.tsx'
import type { Chosen } from './use-row-selection.ts'

/** Rows of one CSV; they load in pages. */
const maxExportedRows = 5000
/** Ids of one request. */
const maxIds = 100

interface ExportOptions {
  chosen: Chosen
  count: number
  total: number
  layout: TableLayout
  load: (first: number, end: number) => Promise<readonly WireInventoryRow[]>
  onProblem: (text: string) => void
}

/** Saves the selected listings with the shown columns as a CSV. */
export function useExport({ chosen, count, total, layout, load, onProblem }: ExportOptions) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const [{ saveCsv }, rows] = await Promise.all([
        import('#web/ui/data-table/save-csv.ts'),
        chosen.kind === 'all'
          ? load(0, total).then((all) => all.filter(({ id }) => !chosen.except.has(id)))
          : loadRows(client, [...chosen.listings.keys()]),
      ])
      saveCsv('inventory', { columns: inventoryColumns(false), layout }, rows)
    },
    onError: (error) => onProblem(`Nothing was exported. ${errorText(error)}`),
  })
  return {
    isPending,
    exportRows() {
      if (count > maxExportedRows)
        onProblem(`Export at most ${maxExportedRows} listings at once. Filter the list first.`)
      else mutate()
    },
  }
}

/** Listings by id, in that order; those that are not in the browser any more load again. */
async function loadRows(client: QueryClient, ids: readonly string[]): Promise<WireInventoryRow[]> {
  const rows = new Map<string, WireInventoryRow>()
  const missing: string[] = []
  for (const id of ids) {
    const row = knownRow(client, id)
    if (row) rows.set(id, row)
    else missing.push(id)
  }
  for (let start = 0; start < missing.length; start += maxIds) {
    const query = {
      'listing_id[]': missing.slice(start, start + maxIds),
      events: 'all' as const,
      per_page: maxIds,
    }
    for (const row of (await call(inventoryRoutes.list, { query })).data) rows.set(row.id, row)
  }
  return ids.flatMap((id) => rows.get(id) ?? [])
}

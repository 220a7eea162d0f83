import { useMutation } from '@tanstack/react-query'
import type { WireBulkEdit } from '@terrace/contracts/inventory-bulk'
import { maxBulkIds } from '@terrace/contracts/inventory-limits'
import { useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import type { InventoryFilterQuery } from '#web/features/inventory/filter/inventory-filter.ts'
import type { Chosen } from '#web/features/inventory/selection/use-row-selection.ts'
import type { BulkChangeInput, BulkSelectionInput } from './bulk-change.ts'

interface PreviewOptions {
  chosen: Chosen
  filter: InventoryFilterQuery
  onProblem: (text: string) => void
}

/** Asks the server what a change of the selected listings would do, and holds the edit that is open. */
export function usePreview({ chosen, filter, onProblem }: PreviewOptions) {
  const [opened, setOpened] = useState<WireBulkEdit | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async (change: BulkChangeInput) => {
      const { inventoryBulkRoutes } = await import('@terrace/contracts/inventory-bulk')
      return call(inventoryBulkRoutes.preview, { body: { selection: selectionOf(chosen, filter), change } })
    },
    onSuccess: ({ data }) => setOpened(data),
    onError: (error) => onProblem(`No preview. ${errorText(error)}`),
  })
  return {
    opened,
    open: setOpened,
    close: () => setOpened(null),
    isPending,
    preview(change: BulkChangeInput) {
      const count = chosen.kind === 'all' ? chosen.except.size : chosen.listings.size
      if (count > maxBulkIds)
        onProblem(`Choose at most ${maxBulkIds} listings one by one, or filter the list and choose all.`)
      else mutate(change)
    },
  }
}

function selectionOf(chosen: Chosen, filter: InventoryFilterQuery): BulkSelectionInput {
  return chosen.kind === 'all'
    ? { filter, except: [...chosen.except.keys()] }
    : { listing_ids: [...chosen.listings.keys()] }
}

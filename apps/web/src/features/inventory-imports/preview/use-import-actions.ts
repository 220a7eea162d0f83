import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inventoryImportsRoutes, type WireInventoryImport } from '@terrace/contracts/inventory-imports'
import { call } from '#web/lib/http/api-client.ts'
import { removeUploadOf } from '#web/features/inventory-imports/upload/upload-queue.ts'
import { importKey, importListKey, importQuery } from '#web/features/inventory-imports/data/queries.ts'

/** What a person does with an import. Each response updates the page; an error reloads it. */
export function useImportActions(id: string) {
  const client = useQueryClient()
  const params = { import_id: id }
  const options = {
    onSuccess: ({ data }: { data: WireInventoryImport }) => {
      if (data.state !== 'previewed') removeUploadOf(id)
      client.setQueryData(importQuery(id).queryKey, (known) => known && { ...known, ...data })
    },
    // A step that another person or another file took shows at once.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...importKey, id] })
      void client.invalidateQueries({ queryKey: importListKey })
    },
  }
  return {
    apply: useMutation({ ...options, mutationFn: () => call(inventoryImportsRoutes.apply, { params }) }),
    discard: useMutation({ ...options, mutationFn: () => call(inventoryImportsRoutes.discard, { params }) }),
    withdraw: useMutation({
      ...options,
      mutationFn: (choice: { count: number } | { keep: true }) =>
        call(inventoryImportsRoutes.decideWithdrawals, { params, body: choice }),
    }),
    undo: useMutation({
      ...options,
      mutationFn: (relists: boolean) =>
        call(inventoryImportsRoutes.undo, { params, body: { relist_withdrawn: relists } }),
    }),
  }
}

export type ImportActionsState = ReturnType<typeof useImportActions>

import { useMutation } from '@tanstack/react-query'
import { clientsRoutes, type WireClient } from '@terrace/contracts/clients'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { useRemoveSelectedClients } from '#web/features/clients/mutations.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { saveText } from '#web/lib/save-as.ts'
import { bulkActionClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { DeleteClientsDialog } from '#web/features/clients/delete-clients-dialog.tsx'

interface ClientBulkActionsProps {
  clients: readonly WireClient[]
  onDeleted: () => void
}

/** Exports or deletes the selected clients, for team owners. The server records both. */
export function ClientBulkActions({ clients, onDeleted }: ClientBulkActionsProps) {
  const [isConfirming, setConfirming] = useState(false)
  const ids = clients.map(({ id }) => id)
  const exportMutation = useMutation({
    mutationFn: () => call(clientsRoutes.exportSelected, { body: { client_ids: ids } }),
    onSuccess: ({ data: { csv, filename } }) => saveText(csv, { filename, type: 'text/csv;charset=utf-8' }),
  })
  const deleteMutation = useRemoveSelectedClients()
  const error = deleteMutation.error ?? exportMutation.error
  const countText = clients.length === 1 ? '1 client' : `${formatCount(clients.length)} clients`
  return (
    <>
      <button
        type="button"
        data-command="export"
        disabled={exportMutation.isPending}
        className={bulkActionClass}
        onClick={() => exportMutation.mutate()}
      >
        Export selected
      </button>
      <button
        type="button"
        data-command="delete"
        disabled={deleteMutation.isPending}
        className={bulkActionClass}
        onClick={() => setConfirming(true)}
      >
        Delete
      </button>
      {error && (
        <span role="alert" className="font-medium">
          {errorText(error)}
        </span>
      )}
      <DeleteClientsDialog
        who={countText}
        isOpen={isConfirming}
        isPending={deleteMutation.isPending}
        onConfirm={() =>
          deleteMutation.mutate(ids, { onSuccess: onDeleted, onSettled: () => setConfirming(false) })
        }
        onCancel={() => setConfirming(false)}
      />
    </>
  )
}

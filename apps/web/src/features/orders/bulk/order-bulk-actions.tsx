import { useQueryClient } from '@tanstack/react-query'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { bulkActionClass, bulkPrimaryClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { DownloadIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { savedTicketsText, saveTickets } from './save-tickets.ts'

interface OrderBulkActionsProps {
  orders: readonly WireOrder[]
}

const loadDialog = async () => ({
  default: (await import('./selected-details-dialog.tsx')).SelectedDetailsDialog,
})

/** Downloads the tickets of the selected orders, and sets their client and reference. */
export function OrderBulkActions({ orders }: OrderBulkActionsProps) {
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [message, setMessage] = useState('')
  const [dialog, setDialog] = useState<{ key: number; isOpen: boolean } | null>(null)
  const delivered = orders.filter(({ lines }) => lines.some(({ status }) => status === 'Fullfilled'))

  async function download() {
    setSaving(true)
    setMessage('')
    try {
      setMessage(savedTicketsText(await saveTickets(queryClient, delivered)))
    } catch (error) {
      setMessage(errorText(error))
    }
    setSaving(false)
  }

  return (
    <>
      <button
        type="button"
        data-command="download_tickets"
        disabled={delivered.length === 0 || isSaving}
        title={delivered.length === 0 ? 'None of these orders is delivered' : undefined}
        className={bulkPrimaryClass}
        onClick={() => void download()}
      >
        <DownloadIcon aria-hidden />
        {isSaving ? 'Downloading' : 'Download tickets'}
      </button>
      <button
        type="button"
        data-command="set_details"
        className={bulkActionClass}
        onClick={() => setDialog({ key: (dialog?.key ?? 0) + 1, isOpen: true })}
      >
        Set client or reference
      </button>
      <span role="status" className="empty:hidden">
        {message}
      </span>
      {dialog && (
        <LazyPart
          key={dialog.key}
          load={loadDialog}
          props={{
            orders,
            isOpen: dialog.isOpen,
            onClose: () => setDialog({ ...dialog, isOpen: false }),
            onSaved: (count: number) => {
              setDialog({ ...dialog, isOpen: false })
              setMessage(count === 1 ? '1 order changed' : `${count} orders changed`)
            },
          }}
        />
      )}
    </>
  )
}

import type { WireOrder } from '@terrace/contracts/order-shapes'
import { useState } from 'react'
import { ClientPicker } from '#web/features/clients/client-picker.tsx'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { useChangedMeanwhile } from '#web/forms/use-changed-meanwhile.ts'
import {
  InternalDetailsDialog,
  type InternalDetailsDialogProps,
} from '#web/forms/internal-details-dialog.tsx'
import { useChangeDetails } from './mutations.ts'

interface OrderDetailsDialogProps {
  order: Pick<WireOrder, 'id' | 'client' | 'reference' | 'internal_note'>
  isOpen: boolean
  onClose: () => void
}

/** Changes an order's client, reference and note. Must be remounted for each opening. */
export function OrderDetailsDialog({ order, isOpen, onClose }: OrderDetailsDialogProps) {
  const { save, isPending, error, reset } = useChangeDetails(order.id)
  const saved = { id: order.client?.id ?? null, name: order.client?.name ?? '' }
  const { seen, conflictText } = useChangedMeanwhile(saved, error, (before, { client: current }) =>
    current === undefined ? before : { id: null, name: current ?? '' },
  )
  const [client, setClient] = useState(seen)
  const serverErrors = serverFieldErrors(error)

  function changedClient() {
    const name = client.name.trim()
    if (client.id === seen.id && name === seen.name) return null
    return client.id === null ? { client_name: name } : { client_id: client.id }
  }

  function confirm({ expected, ...texts }: Parameters<InternalDetailsDialogProps['onConfirm']>[0]) {
    const chosen = changedClient()
    save(
      { ...texts, ...chosen, expected: { ...expected, ...(chosen && { client: seen.name || null }) } },
      { onSuccess: onClose },
    )
  }

  return (
    <InternalDetailsDialog
      title="Client, reference and note"
      details={order}
      isOpen={isOpen}
      isPending={isPending}
      error={error}
      onConfirm={confirm}
      onCancel={() => {
        reset()
        onClose()
      }}
    >
      <ClientPicker
        name="client_name"
        label="Client"
        error={serverErrors['client_id'] ?? serverErrors['client_name'] ?? conflictText('client')}
        isTouched
        text={client.name}
        clientId={client.id}
        onType={(name) => setClient({ id: null, name })}
        onChoose={({ id, name }) => setClient({ id, name })}
      />
    </InternalDetailsDialog>
  )
}

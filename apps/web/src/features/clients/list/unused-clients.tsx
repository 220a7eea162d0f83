import { formatCount } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useRemoveUnusedClients } from '#web/features/clients/mutations.ts'
import { DeleteClientsDialog } from '#web/features/clients/delete-clients-dialog.tsx'

interface UnusedClientsProps {
  count: number
  isOwner: boolean
  /** Whether the list shows them only. */
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** Clients that no quote has used for 24 months. An owner deletes them together. */
export function UnusedClients({ count, isOwner, isShown, onShow }: UnusedClientsProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, error, reset } = useRemoveUnusedClients()
  const clients = count === 1 ? '1 client' : `${formatCount(count)} clients`
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-signal-soft px-4 py-1.5 text-sm sm:px-5">
      <p className="min-w-0 flex-1 text-signal">
        {clients} unused for 24 months.
        {isShown && !isOwner && ' A team owner can delete them.'}
      </p>
      <Button size="sm" tone="quiet" onPress={() => onShow(!isShown)}>
        {isShown ? 'Show all clients' : 'Review'}
      </Button>
      {isShown && isOwner && count > 0 && (
        <Button size="sm" onPress={() => setConfirming(true)}>
          Delete {clients}
        </Button>
      )}
      {error && (
        <p role="alert" className="w-full font-medium text-danger">
          {errorText(error)}
        </p>
      )}
      <DeleteClientsDialog
        who={clients}
        isOpen={isConfirming}
        isPending={isPending}
        onConfirm={() => {
          reset()
          mutate(undefined, {
            onSuccess: () => onShow(false),
            onSettled: () => setConfirming(false),
          })
        }}
        onCancel={() => setConfirming(false)}
      />
    </div>
  )
}

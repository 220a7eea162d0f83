import type { WireClient } from '@terrace/contracts/clients'
import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useRemoveClient } from '#web/features/clients/mutations.ts'
import { DeleteClientsDialog } from '#web/features/clients/delete-clients-dialog.tsx'

interface ClientActionsProps {
  client: WireClient
  isOwner: boolean
  onDeleted: () => void
}

const loadDialog = async () => ({ default: (await import('../form/client-dialog.tsx')).ClientDialog })

export function ClientActions({ client, isOwner, onDeleted }: ClientActionsProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const [wasEdited, setWasEdited] = useState(false)
  const { mutate, isPending, error, reset } = useRemoveClient()
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:px-5">
      <Button
        data-command="edit"
        data-title="Edit client"
        size="sm"
        onPress={() => {
          setWasEdited(true)
          setOpen('edit')
        }}
      >
        Edit
      </Button>
      {isOwner && (
        <Button
          data-command="delete"
          data-title="Delete client"
          size="sm"
          tone="quiet"
          onPress={() => {
            reset()
            setOpen('delete')
          }}
        >
          Delete
        </Button>
      )}
      {error && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {errorText(error)}
        </p>
      )}
      {wasEdited && (
        <LazyPart
          load={loadDialog}
          props={{ client, isOpen: open === 'edit', onClose: close, onSaved: close }}
        />
      )}
      <DeleteClientsDialog
        who={client.name}
        isOpen={open === 'delete'}
        isPending={isPending}
        onConfirm={() => mutate(client.id, { onSuccess: onDeleted, onSettled: close })}
        onCancel={close}
      />
    </div>
  )
}

import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

interface DeleteClientsDialogProps {
  /** A name, or a number such as '3 clients'. */
  who: string
  isOpen: boolean
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before clients are deleted. */
export function DeleteClientsDialog({ who, ...props }: DeleteClientsDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title={`Delete ${who}?`}
      message="Their details are deleted for good. Quotes and orders stay as they are."
      confirmLabel="Delete"
      tone="danger"
    />
  )
}

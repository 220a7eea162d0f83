import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  message: ReactNode
  onConfirm: () => void
  onCancel: () => void
  confirmLabel?: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** While the confirmed action runs: both buttons wait and the dialog cannot be left. */
  isPending?: boolean
}

/** The shared confirm-alert dialog of spec §3: title, message, confirm and cancel handlers. Esc cancels. */
export function ConfirmDialog({
  isOpen,
  title,
  message,
  onConfirm,
  onCancel,
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  tone = 'primary',
  isPending = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      isDismissable={!isPending}
      actions={
        <>
          <Button onPress={onCancel} isDisabled={isPending}>
            {cancelLabel}
          </Button>
          {/* The safer button is first in reading order; the confirming one has the focus, so that Enter goes on. */}
          <Button tone={tone} onPress={onConfirm} isPending={isPending} autoFocus={tone !== 'danger'}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-sm whitespace-pre-line text-muted">{message}</div>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { OnDemandDialog } from './on-demand-dialog.tsx'

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  message: ReactNode
  onConfirm: () => void
  onCancel: () => void
  confirmLabel?: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** Disables both buttons and closing while the confirmed action runs. */
  isPending?: boolean
}

/** The shared confirmation dialog of spec §3. Esc cancels. */
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
    <OnDemandDialog
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
          {/* Cancel comes first in reading order; Confirm has the focus unless the action is destructive. */}
          <Button tone={tone} onPress={onConfirm} isPending={isPending} autoFocus={tone !== 'danger'}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-sm whitespace-pre-line text-muted">{message}</div>
    </OnDemandDialog>
  )
}

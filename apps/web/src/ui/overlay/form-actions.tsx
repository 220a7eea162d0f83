import { Button } from '#web/ui/controls/button.tsx'

interface FormActionsProps {
  /** Id of the form, which stands in the dialog's scrolling part. */
  formId: string
  submitLabel: string
  /** Shown while pending, as in "Saving". */
  pendingLabel?: string
  isPending: boolean
  /** Whether submitting is disabled while nothing is pending. */
  isDisabled?: boolean
  cancelLabel?: string
  onCancel: () => void
}

/** The buttons of a dialog with a form. Both wait while the form is being sent. */
export function FormActions({
  formId,
  submitLabel,
  cancelLabel = 'Cancel',
  onCancel,
  isPending,
  ...submit
}: FormActionsProps) {
  return (
    <>
      <Button onPress={onCancel} isDisabled={isPending}>
        {cancelLabel}
      </Button>
      <Button type="submit" form={formId} tone="primary" isPending={isPending} {...submit}>
        {submitLabel}
      </Button>
    </>
  )
}

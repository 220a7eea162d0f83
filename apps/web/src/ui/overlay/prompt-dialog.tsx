import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { OnDemandDialog } from './on-demand-dialog.tsx'
import { validatePrompt, promptMessages, type PromptKind } from './validate-prompt.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { FormActions } from './form-actions.tsx'

export interface PromptDialogProps {
  isOpen: boolean
  kind: PromptKind
  title: string
  label: string
  message?: ReactNode
  /** Filled in until something is typed; may arrive while the dialog is open. */
  suggestion?: string | undefined
  /** Called only with a valid, trimmed value. */
  onConfirm: (value: string) => void
  onCancel: () => void
  confirmLabel?: string
  isPending?: boolean
  /** Error of the last submit; the dialog stays open with the typed text. */
  problem?: ReactNode
}

/** A confirmation dialog with one field: an email address or a URL. Esc cancels, Enter submits. */
export function PromptDialog({ isOpen, onCancel, title, isPending = false, ...question }: PromptDialogProps) {
  const formId = useId()
  return (
    <OnDemandDialog
      size="sm"
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      isDismissable={!isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel={question.confirmLabel ?? 'Confirm'}
          isPending={isPending}
          onCancel={onCancel}
        />
      }
    >
      <Question {...question} formId={formId} />
    </OnDemandDialog>
  )
}

/** Mounted inside the dialog, so each opening starts without typed text. */
function Question({
  formId,
  kind,
  label,
  message,
  suggestion = '',
  onConfirm,
  problem,
}: Pick<PromptDialogProps, 'kind' | 'label' | 'message' | 'suggestion' | 'onConfirm' | 'problem'> & {
  formId: string
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? suggestion
  const [isTouched, setTouched] = useState(false)
  const { isValid, data } = validatePrompt(kind, text)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (isValid) onConfirm(data)
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="space-y-4">
      {message !== undefined && <div className="text-sm whitespace-pre-line text-muted">{message}</div>}
      <TextField
        label={label}
        type={kind}
        inputMode={kind}
        value={text}
        onChange={setTyped}
        onBlur={() => text !== '' && setTouched(true)}
        error={isValid ? undefined : promptMessages[kind]}
        isTouched={isTouched}
        isValid={isValid}
        autoFocus
      />
      {problem}
    </form>
  )
}

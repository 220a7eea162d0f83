import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { judgeAnswer, promptMessages, type PromptKind } from './prompt-answer.ts'
import { TextField } from './text-field.tsx'

export interface PromptDialogProps {
  isOpen: boolean
  kind: PromptKind
  title: string
  /** Name of the one field. */
  label: string
  message?: ReactNode
  /** Only ever given an answer of the right form, without spaces around it. */
  onConfirm: (answer: string) => void
  onCancel: () => void
  confirmLabel?: string
  isPending?: boolean
  /** Why the answer did not get through: the dialog stays, with what was typed. */
  problem?: ReactNode
}

/** The confirm dialog with one question in it: an e-mail address or a web address. Esc cancels, Enter answers. */
export function PromptDialog({ isOpen, onCancel, title, isPending = false, ...question }: PromptDialogProps) {
  const formId = useId()
  return (
    <Dialog
      size="sm"
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      isDismissable={!isPending}
      actions={
        <>
          <Button onPress={onCancel} isDisabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" isPending={isPending}>
            {question.confirmLabel ?? 'Confirm'}
          </Button>
        </>
      }
    >
      <Question {...question} formId={formId} />
    </Dialog>
  )
}

/** Inside the dialog, so that each opening begins with an empty field. */
function Question({
  formId,
  kind,
  label,
  message,
  onConfirm,
  problem,
}: Pick<PromptDialogProps, 'kind' | 'label' | 'message' | 'onConfirm' | 'problem'> & { formId: string }) {
  const [text, setText] = useState('')
  const [isTouched, setTouched] = useState(false)
  const { isValid, data } = judgeAnswer(kind, text)

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
        onChange={setText}
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

import type { FormEvent, ReactNode } from 'react'
import { useSubmit } from './use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormError } from './form-error.tsx'
import { FormNotice } from './form-notice.tsx'
import { useFields } from './use-fields.ts'
import { useNotice } from './use-notice.ts'

interface NoticeFormOptions<Name extends string> {
  names: readonly Name[]
  validate: (values: Record<Name, string>) => Partial<Record<string, string>>
  /** Returns the text of the notice. */
  send: (values: Record<Name, string>) => Promise<string>
  /** Called after the notice has been shown. */
  onDone: () => void
}

/**
 * State of a single-request form that shows a notice and then leaves the page: forgot and reset password (spec §2,
 * §4, §5).
 */
export function useNoticeForm<Name extends string>({
  names,
  validate,
  send,
  onDone,
}: NoticeFormOptions<Name>) {
  const { notice, showNotice } = useNotice(onDone)
  const attempt = useSubmit(async (values: Record<Name, string>) => showNotice(await send(values)))
  const { values, field, isReady } = useFields(names, validate, () => attempt.isError && attempt.reset())
  // Disabled after success: another request would send another email.
  const isSent = attempt.isSuccess
  return {
    attempt,
    notice,
    isSent,
    field: (name: Name) => ({ ...field(name), isReadOnly: isSent, isInvalid: attempt.isError }),
    submit(event: FormEvent) {
      event.preventDefault()
      if (!attempt.isPending && !isSent && isReady()) void attempt.run(values)
    },
  }
}

interface NoticeFormProps {
  label: string
  form: Pick<ReturnType<typeof useNoticeForm>, 'attempt' | 'notice' | 'isSent' | 'submit'>
  children: ReactNode
  /** Shown below the error, to help the user recover. */
  remedy?: ReactNode
}

export function NoticeForm({ label, form, children, remedy }: NoticeFormProps) {
  const { attempt, notice, isSent, submit } = form
  return (
    <form noValidate onSubmit={submit} aria-label={label} className="space-y-5">
      {children}
      {attempt.isError && <FormError error={attempt.error} />}
      {attempt.isError && remedy}
      <FormNotice text={notice} />
      <Button
        type="submit"
        tone="primary"
        size="lg"
        isFullWidth
        isPending={attempt.isPending}
        isDisabled={isSent}
        pendingLabel="Loading..."
      >
        Submit
      </Button>
    </form>
  )
}

import type { FormEvent, ReactNode } from 'react'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from './form-error.tsx'
import { FormNotice } from './form-notice.tsx'
import { useFields } from './use-fields.ts'
import { useNotice } from './use-notice.ts'

interface ToldFormOptions<Name extends string> {
  names: readonly Name[]
  judge: (values: Record<Name, string>) => Partial<Record<string, string>>
  /** Gives what the user is told. */
  send: (values: Record<Name, string>) => Promise<string>
  /** Follows the notice. */
  onDone: () => void
}

/** A form of one call whose answer is a notice, after which the screen goes: forgot and reset (spec §2, §4, §5). */
export function useToldForm<Name extends string>({ names, judge, send, onDone }: ToldFormOptions<Name>) {
  const { notice, showNotice } = useNotice(onDone)
  const attempt = useSubmit(async (values: Record<Name, string>) => showNotice(await send(values)))
  const { values, field, isReady } = useFields(names, judge, () => attempt.isError && attempt.reset())
  // After success the notice stands until the screen goes: a second request would only bring a second letter.
  const isOver = attempt.isSuccess
  return {
    attempt,
    notice,
    isOver,
    field: (name: Name) => ({ ...field(name), isReadOnly: isOver, isInvalid: attempt.isError }),
    submit(event: FormEvent) {
      event.preventDefault()
      if (!attempt.isPending && !isOver && isReady()) void attempt.run(values)
    },
  }
}

interface ToldFormProps {
  label: string
  form: Pick<ReturnType<typeof useToldForm>, 'attempt' | 'notice' | 'isOver' | 'submit'>
  /** The fields. */
  children: ReactNode
  /** Stands below what went wrong: the way out of it. */
  remedy?: ReactNode
}

export function ToldForm({ label, form, children, remedy }: ToldFormProps) {
  const { attempt, notice, isOver, submit } = form
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
        isDisabled={isOver}
        pendingLabel="Loading..."
      >
        Submit
      </Button>
    </form>
  )
}

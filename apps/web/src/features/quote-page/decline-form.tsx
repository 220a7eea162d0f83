import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { useEffect, useRef } from 'react'
import { fieldErrors } from '#web/features/accounts/field-errors.ts'
import { call } from '#web/lib/api-client.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { AnswerProblem } from './answer-problem.tsx'
import { isJudged } from '#web/lib/api-error.ts'
import type { Answer } from './queries.ts'

interface DeclineFormProps {
  slug: string
  broker: string
  reason: string
  onReason: (reason: string) => void
  onDone: (answer: Answer) => Promise<void>
  onBack: () => void
  onRefused: (error: unknown) => void
}

/** Says no, and if the client likes, why. */
export function DeclineForm(props: DeclineFormProps) {
  const { slug, broker, reason, onReason, onDone, onBack, onRefused } = props
  const body = { slug, ...(reason.trim() && { reason }) }
  const { reason: problem } = fieldErrors(quotePageRoutes.decline.body, body)
  const form = useRef<HTMLFormElement>(null)
  // It takes the place of the button that had the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = useSubmit(async () => {
    try {
      await onDone(await call(quotePageRoutes.decline, { body }))
    } catch (error) {
      if (isJudged(error)) onRefused(error)
      throw error
    }
  })
  return (
    <form
      ref={form}
      aria-label="Decline"
      onSubmit={(event) => {
        event.preventDefault()
        if (!submit.isPending && problem === undefined) void submit.run(undefined)
      }}
      className="mt-4 flex flex-col gap-4"
    >
      <TextArea
        label={`Tell ${broker} why, if you like`}
        value={reason}
        onChange={onReason}
        error={problem}
        isTouched
      />
      {submit.isError && <AnswerProblem error={submit.error} />}
      <div className="flex flex-col gap-1.5">
        <Button
          type="submit"
          tone="primary"
          size="lg"
          isFullWidth
          isPending={submit.isPending}
          pendingLabel="Sending"
        >
          Decline this quote
        </Button>
        <Button tone="quiet" size="lg" isFullWidth onPress={onBack} isDisabled={submit.isPending}>
          Back
        </Button>
      </div>
    </form>
  )
}

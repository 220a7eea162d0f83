import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { useId, useState } from 'react'
import { call } from '#web/lib/api-client.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/field.tsx'
import { AnswerProblem } from './answer-problem.tsx'
import { isJudged } from './judged.ts'
import type { Answer } from './queries.ts'

const longestReason = 500

interface DeclineFormProps {
  slug: string
  broker: string
  onDone: (answer: Answer) => Promise<void>
  onBack: () => void
  onRefused: () => void
}

/** Says no, and if the client likes, why. */
export function DeclineForm({ slug, broker, onDone, onBack, onRefused }: DeclineFormProps) {
  const [reason, setReason] = useState('')
  const id = useId()
  const submit = useSubmit(async () => {
    try {
      await onDone(await call(quotePageRoutes.decline, { body: { slug, ...(reason.trim() && { reason }) } }))
    } catch (error) {
      if (isJudged(error)) onRefused()
      throw error
    }
  })
  return (
    <form
      aria-label="Decline"
      onSubmit={(event) => {
        event.preventDefault()
        if (!submit.isPending) void submit.run(undefined)
      }}
      className="mt-4 flex flex-col gap-4"
    >
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          Tell {broker} why <span className="font-normal text-muted">(optional)</span>
        </label>
        <div className={controlClass(false)}>
          <textarea
            id={id}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            maxLength={longestReason}
            rows={3}
            autoFocus
            className="w-full resize-y rounded bg-transparent px-3.5 py-2.5 outline-none"
          />
        </div>
      </div>
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

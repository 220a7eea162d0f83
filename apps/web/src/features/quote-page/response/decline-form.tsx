import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { useEffect, useRef } from 'react'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { call } from '#web/lib/http/api-client.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { ResponseError } from './response-error.tsx'
import { isPermanentError } from '#web/lib/http/api-error.ts'
import type { QuoteResponse } from '#web/features/quote-page/queries.ts'

interface DeclineFormProps {
  slug: string
  broker: string
  reason: string
  onReason: (reason: string) => void
  onDone: (response: QuoteResponse) => Promise<void>
  onBack: () => void
  onRejected: (error: unknown) => void
}

export function DeclineForm(props: DeclineFormProps) {
  const { slug, broker, reason, onReason, onDone, onBack, onRejected } = props
  const body = { slug, ...(reason.trim() && { reason }) }
  const { reason: problem } = fieldErrors(quotePageRoutes.decline.body, body)
  const form = useRef<HTMLFormElement>(null)
  // The form replaces the button that had the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = useSubmit(async () => {
    try {
      await onDone(await call(quotePageRoutes.decline, { body }))
    } catch (error) {
      if (isPermanentError(error)) onRejected(error)
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
        label={`Reason for ${broker} (optional)`}
        value={reason}
        onChange={onReason}
        error={problem}
        isTouched
      />
      {submit.isError && <ResponseError error={submit.error} />}
      <div className="flex flex-col gap-1.5">
        <Button
          type="submit"
          tone="primary"
          size="lg"
          isFullWidth
          isPending={submit.isPending}
          pendingLabel="Sending"
        >
          Decline quote
        </Button>
        <Button tone="quiet" size="lg" isFullWidth onPress={onBack} isDisabled={submit.isPending}>
          Back
        </Button>
      </div>
    </form>
  )
}

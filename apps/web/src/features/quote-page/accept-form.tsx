import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { useRef } from 'react'
import { fieldErrors } from '#web/features/accounts/field-errors.ts'
import { useFields } from '#web/features/accounts/use-fields.ts'
import { call } from '#web/lib/api-client.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AnswerProblem } from './answer-problem.tsx'
import { ChosenLines } from './chosen-lines.tsx'
import { isJudged } from '#web/lib/api-error.ts'
import type { Answer } from './queries.ts'
import type { Choice } from './use-choice.ts'

interface AcceptFormProps {
  slug: string
  choice: Choice
  fields: AcceptFields
  broker: string
  onDone: (answer: Answer) => Promise<void>
  onBack: () => void
  onRefused: (error: unknown) => void
}

export type AcceptFields = ReturnType<typeof useAcceptFields>

/** Who accepts; kept by whoever shows the form, so that it outlives a look back at the offers. */
export function useAcceptFields(slug: string) {
  return useFields(['name', 'email'], (typed) =>
    fieldErrors(quotePageRoutes.accept.body, { slug, ...typed, offers: [] }),
  )
}

/** Who accepts, and once more what: the last step before the broker is told. */
export function AcceptForm({ slug, choice, fields, broker, onDone, onBack, onRefused }: AcceptFormProps) {
  const { chosen, tickets, total } = choice
  const offers = chosen.map(({ offer, quantity }) => ({
    offer_id: offer.id,
    quantity,
    price: offer.price.amount,
  }))
  // One for each intention: the same answer sent again after a lost connection counts once.
  const intention = useRef({ said: '', key: '' })
  const submit = useSubmit(async () => {
    const body = { slug, ...fields.values, offers }
    const said = JSON.stringify(body)
    if (intention.current.said !== said) intention.current = { said, key: newIdempotencyKey() }
    try {
      await onDone(await call(quotePageRoutes.accept, { body, idempotencyKey: intention.current.key }))
    } catch (error) {
      if (isJudged(error)) onRefused(error)
      throw error
    }
  })
  return (
    <form
      aria-label="Accept"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!submit.isPending && offers.length > 0 && fields.isReady()) void submit.run(undefined)
      }}
      className="mt-4 flex flex-col gap-4"
    >
      <ChosenLines label="What you accept" lines={chosen} tickets={tickets} total={total} />
      <TextField {...fields.field('name')} label="Your name" autoComplete="name" maxLength={100} autoFocus />
      <TextField
        {...fields.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <p className="text-sm text-muted">
        {broker} is told at once and will be in touch. Nothing is charged here.
      </p>
      {submit.isError && <AnswerProblem error={submit.error} />}
      {offers.length === 0 && (
        <p role="alert" className="text-sm font-medium text-signal">
          What you had chosen is gone. Go back to choose something else.
        </p>
      )}
      <div className="flex flex-col gap-1.5">
        <Button
          type="submit"
          tone="primary"
          size="lg"
          isFullWidth
          isDisabled={offers.length === 0}
          isPending={submit.isPending}
          pendingLabel="Sending"
        >
          Confirm and accept
        </Button>
        <Button tone="quiet" size="lg" isFullWidth onPress={onBack} isDisabled={submit.isPending}>
          Back
        </Button>
      </div>
    </form>
  )
}

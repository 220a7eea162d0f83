import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { useRef } from 'react'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { useFields } from '#web/forms/use-fields.ts'
import { call } from '#web/lib/http/api-client.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ResponseError } from './response-error.tsx'
import { SelectedOfferLines } from '#web/features/quote-page/offers/selected-offer-lines.tsx'
import { isPermanentError } from '#web/lib/http/api-error.ts'
import type { QuoteResponse } from '#web/features/quote-page/queries.ts'
import type { OfferSelection } from '#web/features/quote-page/offers/use-offer-selection.ts'

interface AcceptFormProps {
  slug: string
  selection: OfferSelection
  fields: AcceptFields
  broker: string
  onDone: (response: QuoteResponse) => Promise<void>
  onBack: () => void
  onRejected: (error: unknown) => void
}

export type AcceptFields = ReturnType<typeof useAcceptFields>

/** Name and email of the client. The parent keeps them, so they survive going back to the offers. */
export function useAcceptFields(slug: string) {
  return useFields(['name', 'email'], (typed) =>
    fieldErrors(quotePageRoutes.accept.body, { slug, ...typed, offers: [] }),
  )
}

/** The last step before accepting: the client's details and a summary of the selection. */
export function AcceptForm({ slug, selection, fields, broker, onDone, onBack, onRejected }: AcceptFormProps) {
  const { selected, tickets, total } = selection
  const offers = selected.map(({ offer, quantity }) => ({
    offer_id: offer.id,
    quantity,
    price: offer.price.amount,
  }))
  // A retry of the same response reuses the key, so it counts once.
  const idempotency = useRef({ payload: '', key: '' })
  const submit = useSubmit(async () => {
    const body = { slug, ...fields.values, offers }
    const payload = JSON.stringify(body)
    if (idempotency.current.payload !== payload) idempotency.current = { payload, key: newIdempotencyKey() }
    try {
      await onDone(await call(quotePageRoutes.accept, { body, idempotencyKey: idempotency.current.key }))
    } catch (error) {
      if (isPermanentError(error)) onRejected(error)
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
      <SelectedOfferLines label="Selected offers" lines={selected} tickets={tickets} total={total} />
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
        {broker} will be notified and get in touch. You won’t be charged here.
      </p>
      {submit.isError && <ResponseError error={submit.error} />}
      {offers.length === 0 && (
        <p role="alert" className="text-sm font-medium text-signal">
          Your selection is no longer available. Go back and select another offer.
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

import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { InternalFields } from '#web/forms/internal-fields.tsx'
import { ClientPicker } from '#web/features/clients/client-picker.tsx'
import { FormError } from '#web/forms/form-error.tsx'
import { currencyChoices } from '#web/lib/currency-choices.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { validatePendingQuote, quoteFields } from './quote-form-errors.ts'
import type { PendingQuote } from './pending-quote.ts'
import { clientTerms } from './client-terms.ts'
import { CommissionField, ExpiryField, OfferChoiceField, PriceModeField } from './terms-fields.tsx'
import { useTermsChange } from './use-terms-change.ts'

interface QuoteFormProps {
  id: string
  pendingQuote: PendingQuote
  onEdit: (change: Partial<PendingQuote>) => void
  onSubmit: () => void
  /** Called with the event of a quote that was submitted before its client or the rate of its commission arrived. */
  onWait: (eventId: number | null) => void
  /** Rejection of the quote by the server. */
  error: unknown
}

/** Title, client, terms and note of a quote. Errors appear at their fields and keep the typed values. */
export function QuoteForm({ id, pendingQuote, onEdit, onSubmit, onWait, error }: QuoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { changeTerms, isConverting } = useTermsChange(pendingQuote, onEdit)
  const isChoosing = useRef(false)
  const waitingEventId = useRef<number | null>(null)
  useEffect(() => () => onWait(null), [onWait])
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const formErrors = validatePendingQuote(pendingQuote)
  const serverErrors = serverFieldErrors(error)
  const errors = { ...formErrors, ...serverErrors }
  const fieldProps = (name: (typeof quoteFields)[number]) => ({
    error: errors[name],
    isTouched: touched.has(name) || serverErrors[name] !== undefined,
    onBlur: () => formErrors[name] !== undefined && touch([name]),
  })

  function touch(names: readonly string[]) {
    setTouched((known) => new Set([...known, ...names]))
  }

  function waitFor(eventId: number | null) {
    waitingEventId.current = eventId
    onWait(eventId)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isWaiting = isConverting || isChoosing.current
    waitFor(isWaiting ? pendingQuote.eventId : null)
    if (isWaiting) return
    touch(quoteFields)
    const first = quoteFields.find((name) => formErrors[name] !== undefined)
    if (first === undefined) onSubmit()
    else event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  function submitWaiting() {
    // Another event is another quote.
    if (waitingEventId.current === pendingQuote.eventId) form.current?.requestSubmit()
  }
  const submitConverted = useEffectEvent(submitWaiting)
  useEffect(() => {
    if (!isConverting) submitConverted()
  }, [isConverting])

  return (
    <form ref={form} id={id} noValidate onSubmit={submit} aria-label="Quote" className="space-y-5">
      <TextField
        {...fieldProps('title')}
        name="title"
        label="Title"
        autoComplete="off"
        value={pendingQuote.title}
        onChange={(title) => onEdit({ title })}
      />
      <ClientPicker
        {...fieldProps('client_name')}
        name="client_name"
        label="Client"
        description="Shown on the quote and in your list."
        text={pendingQuote.client}
        clientId={pendingQuote.clientId}
        onType={(client) => {
          isChoosing.current = false
          waitFor(null)
          onEdit({ client, clientId: null })
        }}
        onChoose={(client) => {
          onEdit({ client: client.name, clientId: client.id })
          changeTerms(clientTerms(client))
        }}
        onWait={(isWaiting, isFailed) => {
          isChoosing.current = isWaiting
          if (isFailed) waitFor(null)
          if (!isWaiting) submitWaiting()
        }}
        onSubmit={() => form.current?.requestSubmit()}
        autoFocus
      />
      <CommissionField
        {...fieldProps('commission_amount')}
        name="commission_amount"
        method={pendingQuote.method}
        amount={pendingQuote.amount}
        currency={pendingQuote.currency}
        onChange={onEdit}
        isDisabled={isConverting}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <ExpiryField
          label="Expires in"
          value={pendingQuote.hours}
          onChange={(hours) => onEdit({ hours })}
          error={errors['quote_expiry']}
        />
        <Dropdown
          label="Currency"
          options={currencyChoices(pendingQuote.currency)}
          value={pendingQuote.currency}
          isClearable={false}
          onChange={(currency) => typeof currency === 'string' && changeTerms({ currency })}
          error={errors['currency_to_display']}
          isTouched
        />
      </div>
      {pendingQuote.scope !== 'event' && pendingQuote.offers.length > 1 && (
        <OfferChoiceField value={pendingQuote.choice} onChange={(choice) => onEdit({ choice })} />
      )}
      {pendingQuote.scope === 'event' ? (
        <Checkbox
          isSelected={pendingQuote.isHospitality}
          onChange={(isHospitality) => onEdit({ isHospitality })}
        >
          Hospitality only
        </Checkbox>
      ) : (
        <PriceModeField value={pendingQuote.mode} onChange={(mode) => onEdit({ mode })} />
      )}
      <TextArea
        {...fieldProps('note')}
        name="note"
        label="Note to the client"
        value={pendingQuote.note}
        onChange={(note) => onEdit({ note })}
      />
      <fieldset className="min-w-0 space-y-5 border-t border-line pt-4">
        <legend className="float-left mb-4 w-full text-sm font-semibold">Only your team sees these</legend>
        <InternalFields
          className="clear-both"
          reference={{
            ...fieldProps('reference'),
            value: pendingQuote.reference,
            onChange: (reference) => onEdit({ reference }),
          }}
          note={{
            ...fieldProps('internal_note'),
            value: pendingQuote.internalNote,
            onChange: (internalNote) => onEdit({ internalNote }),
          }}
        />
      </fieldset>
      {error !== null && <FormError error={error} shownFields={quoteFields} />}
    </form>
  )
}

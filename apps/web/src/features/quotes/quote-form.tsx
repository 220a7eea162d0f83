import { useState, type FormEvent } from 'react'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { currencyChoices } from '#web/lib/currency-choices.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { draftErrors, draftFields, isSaidAtField, refusedFields } from './draft-errors.ts'
import type { QuoteDraft } from './quote-draft.ts'
import { CommissionField, ExpiryField, PriceModeField } from './terms-fields.tsx'

interface QuoteFormProps {
  id: string
  draft: QuoteDraft
  onEdit: (change: Partial<QuoteDraft>) => void
  onSubmit: () => void
  /** Why the server did not make it. */
  error: unknown
}

/** What a broker says of a quote, on which terms. Errors stand at their fields; what was typed stays. */
export function QuoteForm({ id, draft, onEdit, onSubmit, error }: QuoteFormProps) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const found = draftErrors(draft)
  const refused = refusedFields(error)
  const wrong = { ...found, ...refused }
  const at = (name: (typeof draftFields)[number]) => ({
    error: wrong[name],
    isTouched: touched.has(name) || refused[name] !== undefined,
    onBlur: () => found[name] !== undefined && touch([name]),
  })

  function touch(names: readonly string[]) {
    setTouched((known) => new Set([...known, ...names]))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    touch(draftFields)
    const first = draftFields.find((name) => found[name] !== undefined)
    if (first === undefined) onSubmit()
    else event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form id={id} noValidate onSubmit={submit} aria-label="Quote" className="space-y-5">
      <TextField
        {...at('title')}
        name="title"
        label="Title"
        autoComplete="off"
        value={draft.title}
        onChange={(title) => onEdit({ title })}
      />
      <TextField
        {...at('client_name')}
        name="client_name"
        label="Client"
        description="Shown on the quote. You find it by this name later."
        autoComplete="off"
        value={draft.client}
        onChange={(client) => onEdit({ client })}
        autoFocus
      />
      <CommissionField
        {...at('commission_amount')}
        name="commission_amount"
        method={draft.method}
        amount={draft.amount}
        currency={draft.currency}
        onChange={onEdit}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <ExpiryField
          label="Expires in"
          value={draft.hours}
          onChange={(hours) => onEdit({ hours })}
          error={wrong['quote_expiry']}
        />
        <Dropdown
          label="Currency"
          options={currencyChoices(draft.currency)}
          value={draft.currency}
          isClearable={false}
          onChange={(currency) => typeof currency === 'string' && onEdit({ currency })}
          error={wrong['currency_to_display']}
          isTouched
        />
      </div>
      {draft.scope === 'event' ? (
        <Checkbox isSelected={draft.isHospitality} onChange={(isHospitality) => onEdit({ isHospitality })}>
          Hospitality only
        </Checkbox>
      ) : (
        <PriceModeField value={draft.mode} onChange={(mode) => onEdit({ mode })} />
      )}
      <TextArea
        {...at('note')}
        name="note"
        label="Note to the client"
        value={draft.note}
        onChange={(note) => onEdit({ note })}
      />
      {error !== null && !isSaidAtField(refused) && <FormError error={error} />}
    </form>
  )
}

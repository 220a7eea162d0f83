import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useState, type FormEvent } from 'react'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { fieldRefusal, refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import type { Fees } from '#web/features/inventory/edit/fees.ts'
import { PriceFacts } from '#web/features/inventory/edit/price-card.tsx'
import type { RowActions } from '#web/features/inventory/edit/use-row-actions.ts'
import { ListingFields } from '#web/features/inventory/form/listing-fields.tsx'
import { changedFields, listingValues, validateListing } from '#web/features/inventory/form/listing-values.ts'

interface ListingFormProps {
  row: WireInventoryRow
  fees: Fees
  onSave: RowActions['save']
}

/** Every field of a listing. It starts with the listing as it was opened, and a later change elsewhere is a conflict. */
export function ListingForm({ row, fees, onSave }: ListingFormProps) {
  const { currency } = row.price
  const [base, setBase] = useState(row)
  const [values, setValues] = useState(() => listingValues(row))
  const [showsErrors, setShowsErrors] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const change = changedFields(listingValues(base), values, currency)
  const isChanged = Object.keys(change).length > 0
  // Before a change, the reason shows only to users who may change nothing.
  const reason = isChanged ? fieldRefusal(...Object.keys(change)) : refusal('list') && refusal('price')
  const errors = { ...validateListing(values, currency), ...serverFieldErrors(error) }
  // Changed elsewhere, and nothing typed here yet.
  if (base !== row && base.version < row.version && !isChanged && !isPending) {
    setBase(row)
    setValues(listingValues(row))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setShowsErrors(true)
    if (isPending || !isChanged || Object.keys(validateListing(values, currency)).length > 0) return
    setPending(true)
    const result = await onSave(base, change)
    setPending(false)
    if (result.status === 'failed') return setError(result.error)
    setError(null)
    setShowsErrors(false)
    setBase(result.row)
    if (result.status === 'saved') setValues(listingValues(result.row))
  }

  return (
    <form noValidate aria-label="Edit listing" onSubmit={(event) => void submit(event)} className="space-y-4">
      <h3 className="text-sm">Edit</h3>
      <ListingFields
        values={values}
        onEdit={(edited) => {
          setValues((known) => ({ ...known, ...edited }))
          setError(null)
        }}
        errors={errors}
        showsErrors={showsErrors || error !== null}
        currency={currency}
        isNarrow
      />
      <div className="rounded bg-sunken p-3 text-xs">
        <PriceFacts row={row} currency={currency} text={values.price} fees={fees} />
      </div>
      {error !== null && <FormError error={error} />}
      <div className="flex gap-2">
        <ExplainedButton reason={reason} type="submit" isPending={isPending} isDisabled={!isChanged}>
          Save changes
        </ExplainedButton>
        {isChanged && (
          <Button tone="quiet" onPress={() => setValues(listingValues(row))}>
            Reset
          </Button>
        )}
      </div>
    </form>
  )
}

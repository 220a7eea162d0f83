import { quotesRoutes } from '@terrace/contracts/quotes'
import type { BodyInputOf } from '@terrace/contracts/route'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { useId, useState, type FormEvent } from 'react'
import { fieldErrors } from '#web/features/accounts/field-errors.ts'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { asSentences, refusedFields } from './draft-errors.ts'
import type { ActDialogProps } from './expiry-dialog.tsx'
import { CommissionField } from './terms-fields.tsx'

type NewCommission = BodyInputOf<typeof quotesRoutes.changeCommission>

interface CommissionDialogProps extends ActDialogProps {
  quote: WireQuote
  onConfirm: (commission: NewCommission) => void
}

/** Another commission for the quote: the client sees the new price at once. */
export function CommissionDialog({ quote, onConfirm, ...state }: CommissionDialogProps) {
  const formId = useId()
  return (
    <Dialog
      size="sm"
      title="Edit commission"
      isOpen={state.isOpen}
      onClose={state.onCancel}
      isDismissable={!state.isPending}
      actions={
        <>
          <Button onPress={state.onCancel} isDisabled={state.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" isPending={state.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Fields formId={formId} quote={quote} error={state.error} onConfirm={onConfirm} />
    </Dialog>
  )
}

/** Inside the dialog, so that each opening begins with the commission of now. */
function Fields({
  formId,
  quote,
  error,
  onConfirm,
}: Pick<CommissionDialogProps, 'quote' | 'error' | 'onConfirm'> & { formId: string }) {
  const [method, setMethod] = useState(quote.commission_method)
  const [amount, setAmount] = useState(quote.commission_amount)
  const [isTouched, setTouched] = useState(false)
  const body = { commission_method: method, commission_amount: amount.trim() }
  const wrong = asSentences(fieldErrors(quotesRoutes.changeCommission.body, body))['commission_amount']
  const refused = refusedFields(error)['commission_amount']

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (wrong === undefined) onConfirm(body)
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-muted">
        Whoever has the page open sees the new prices at once. What was accepted stays accepted.
      </p>
      <CommissionField
        method={method}
        amount={amount}
        currency={quote.currency}
        onChange={(change) => {
          if (change.method !== undefined) setMethod(change.method)
          if (change.amount !== undefined) setAmount(change.amount)
        }}
        onBlur={() => setTouched(true)}
        error={wrong ?? refused}
        isTouched={isTouched || refused !== undefined}
        autoFocus
      />
      {error !== null && refused === undefined && <FormError error={error} />}
    </form>
  )
}

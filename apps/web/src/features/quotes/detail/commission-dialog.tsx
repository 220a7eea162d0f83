import { quotesRoutes } from '@terrace/contracts/quotes'
import type { BodyInputOf } from '@terrace/contracts/route'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import type { Money } from '@terrace/domain/money/money'
import { useId, useState, type FormEvent } from 'react'
import { asSentences, fieldErrors, serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'
import type { ActionDialogProps } from './expiry-dialog.tsx'
import { LossDialog } from '#web/features/quotes/builder/loss-dialog.tsx'
import { CommissionField } from '#web/features/quotes/builder/terms-fields.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { quoteLoss } from './quote-loss.ts'

type NewCommission = BodyInputOf<typeof quotesRoutes.changeCommission>

interface CommissionDialogProps extends ActionDialogProps {
  quote: WireQuoteDetail
  onConfirm: (commission: NewCommission) => void
}

/** Changes a quote's commission; open client pages update immediately. */
export function CommissionDialog({ quote, onConfirm, ...state }: CommissionDialogProps) {
  const formId = useId()
  return (
    <OnDemandDialog
      size="sm"
      title="Edit commission"
      isOpen={state.isOpen}
      onClose={state.onCancel}
      isDismissable={!state.isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel="Save"
          isPending={state.isPending}
          onCancel={state.onCancel}
        />
      }
    >
      <Fields formId={formId} quote={quote} error={state.error} onConfirm={onConfirm} />
    </OnDemandDialog>
  )
}

/** Mounted inside the dialog, so each opening starts with the current commission. */
function Fields({
  formId,
  quote,
  error,
  onConfirm,
}: Pick<CommissionDialogProps, 'quote' | 'error' | 'onConfirm'> & { formId: string }) {
  const [method, setMethod] = useState(quote.commission_method)
  const [amount, setAmount] = useState(quote.commission_amount)
  const [isTouched, setTouched] = useState(false)
  const [lossToConfirm, setLossToConfirm] = useState<Money | null>(null)
  const body = { commission_method: method, commission_amount: amount.trim() }
  const formError = asSentences(fieldErrors(quotesRoutes.changeCommission.body, body))['commission_amount']
  const serverErrors = serverFieldErrors(error)
  const serverError = serverErrors['commission_amount']

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (formError !== undefined) return
    const loss = quoteLoss(quote, body, { includesBought: false })
    if (loss) setLossToConfirm(loss)
    else onConfirm(body)
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-muted">
        Clients see the new prices immediately. Accepted offers don’t change.
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
        error={formError ?? serverError}
        isTouched={isTouched || serverError !== undefined}
        autoFocus
      />
      {error !== null && <FormError error={error} shownFields={['commission_amount']} />}
      <LossDialog
        loss={lossToConfirm && { amount: lossToConfirm, isPerTicket: false }}
        confirmLabel="Save at a loss"
        onConfirm={() => {
          setLossToConfirm(null)
          onConfirm(body)
        }}
        onCancel={() => setLossToConfirm(null)}
      />
    </form>
  )
}

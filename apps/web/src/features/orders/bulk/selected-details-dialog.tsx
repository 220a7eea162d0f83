import { clientsRoutes } from '@terrace/contracts/clients'
import { internalDetailsBody } from '@terrace/contracts/internal-details'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { ClientPicker } from '#web/features/clients/client-picker.tsx'
import { asSentences, fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { saveDetails, saveResultTexts } from './save-details.ts'

interface SelectedDetailsDialogProps {
  orders: readonly WireOrder[]
  isOpen: boolean
  onClose: () => void
  onSaved: (count: number) => void
}

/** Sets the client or the reference of several orders. Must be remounted for each opening. */
export function SelectedDetailsDialog({ orders, isOpen, onClose, onSaved }: SelectedDetailsDialogProps) {
  const formId = useId()
  const queryClient = useQueryClient()
  const [client, setClient] = useState<{ id: string | null; name: string }>({ id: null, name: '' })
  const [reference, setReference] = useState('')
  const name = client.name.trim()
  const { reference: referenceError } = asSentences(
    fieldErrors(internalDetailsBody, { reference, internal_note: '' }),
  )
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: (targets: readonly WireOrder[]) =>
      saveDetails(targets, {
        ...(reference.trim() !== '' && { reference }),
        ...(client.id !== null ? { client_id: client.id } : name !== '' && { client_name: name }),
      }),
    onSuccess: ({ failed }) => failed.length === 0 && onSaved(orders.length),
    onSettled() {
      for (const route of [ordersRoutes.list, ordersRoutes.one, clientsRoutes.one])
        void queryClient.invalidateQueries({ queryKey: [route.name] })
    },
  })
  const problems = data && data.failed.length > 0 ? saveResultTexts(data) : []
  const isEmpty = name === '' && reference.trim() === ''

  /** After an edit, saving applies to all orders again. */
  function edit(change: () => void) {
    change()
    if (data) reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isEmpty || referenceError !== undefined || isPending) return
    // After a partial failure, another try is for the rest.
    mutate(data?.failed.map(({ order }) => order) ?? orders)
  }

  return (
    <OnDemandDialog
      size="sm"
      title={
        orders.length === 1
          ? 'Client and reference of 1 order'
          : `Client and reference of ${orders.length} orders`
      }
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel="Save"
          isDisabled={isEmpty}
          isPending={isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <p className="text-sm text-muted">An empty field stays as it is on each order.</p>
        <ClientPicker
          label="Client"
          text={client.name}
          clientId={client.id}
          onType={(text) => edit(() => setClient({ id: null, name: text }))}
          onChoose={({ id, name: chosen }) => edit(() => setClient({ id, name: chosen }))}
        />
        <TextField
          label="Your reference"
          value={reference}
          onChange={(text) => edit(() => setReference(text))}
          error={referenceError}
          isTouched
        />
        {problems.length > 0 && (
          <div role="alert" className="space-y-1 text-sm">
            {problems.map(({ text, isError }) => (
              <p key={text} className={isError ? 'font-medium text-danger' : 'text-muted'}>
                {text}
              </p>
            ))}
          </div>
        )}
        {error !== null && <FormError error={error} />}
      </form>
    </OnDemandDialog>
  )
}

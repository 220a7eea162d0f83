import type { WireClient } from '@terrace/contracts/clients'
import { useId, useState, type FormEvent } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useCreateClient, useUpdateClient } from '#web/features/clients/mutations.ts'
import { ClientFields } from './client-fields.tsx'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { clientFields, clientValues, validateClient } from './client-values.ts'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'

interface ClientDialogProps {
  /** The client to edit; without one, a new client is added. */
  client?: WireClient
  isOpen: boolean
  onClose: () => void
  onSaved: (client: WireClient) => void
}

/** Adds or edits a client. A failed save keeps the input. */
export function ClientDialog({ client, isOpen, onClose, ...props }: ClientDialogProps) {
  const formId = useId()
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      title={client ? 'Edit client' : 'Add client'}
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel={client ? 'Save' : 'Add client'}
          isPending={isPending}
          onCancel={onClose}
        />
      }
    >
      {/* Mounted per opening, so that it starts with the current values. */}
      <ClientForm id={formId} client={client} onPending={setPending} {...props} />
    </Dialog>
  )
}

interface ClientFormProps {
  id: string
  client: WireClient | undefined
  onPending: (isPending: boolean) => void
  onSaved: (client: WireClient) => void
}

function ClientForm({ id, client, onPending, onSaved }: ClientFormProps) {
  // Edit the version that was opened, even if the list reloads.
  const [edited] = useState(client)
  const [values, setValues] = useState(() => clientValues(edited))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const create = useCreateClient()
  const update = useUpdateClient(edited?.id ?? '')
  const error = edited ? update.error : create.error
  const formErrors = validateClient(values)
  const serverErrors = serverFieldErrors(error)

  function touch(names: readonly string[]) {
    setTouched((known) => new Set([...known, ...names]))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (create.isPending || update.isPending) return
    touch(clientFields)
    const first = clientFields.find((name) => formErrors[name] !== undefined)
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const body = { ...values, commission_amount: values.commission_amount.trim() }
    const callbacks = { onSuccess: onSaved, onSettled: () => onPending(false) }
    onPending(true)
    if (edited) update.mutate({ ...body, version: edited.version }, callbacks)
    else create.mutate({ values: body, idempotencyKey }, callbacks)
  }

  return (
    <form id={id} noValidate onSubmit={submit} aria-label="Client" className="space-y-5">
      <ClientFields
        values={values}
        onEdit={(change) => {
          setValues((known) => ({ ...known, ...change }))
          // Another client, so the key of a failed attempt must not be reused.
          setIdempotencyKey(newIdempotencyKey())
          if (create.error) create.reset()
          if (update.error) update.reset()
        }}
        fieldProps={(name) => ({
          name,
          error: formErrors[name] ?? serverErrors[name],
          isTouched: touched.has(name) || serverErrors[name] !== undefined,
          onBlur: () => formErrors[name] !== undefined && touch([name]),
        })}
      />
      {error && <FormError error={error} shownFields={clientFields} />}
    </form>
  )
}

import { internalDetailsBody } from '@terrace/contracts/internal-details'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { fieldErrors, asSentences, serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'
import { InternalFields } from './internal-fields.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { useChangedMeanwhile } from './use-changed-meanwhile.ts'

interface InternalDetails {
  /** Absent: there is no reference to edit. */
  reference?: string | null
  internal_note: string | null
}

/** The changed texts only, with what the form showed before. */
interface InternalDetailsChange {
  reference?: string
  internal_note?: string
  expected: Partial<InternalDetails>
}

export interface InternalDetailsDialogProps {
  title?: string
  details: InternalDetails
  isOpen: boolean
  isPending: boolean
  /** Error of the last attempt. */
  error: unknown
  onConfirm: (change: InternalDetailsChange) => void
  onCancel: () => void
  /** Further fields, above reference and note. */
  children?: ReactNode
}

/** Changes the team's own reference and note. What someone else changed in the meantime is not overwritten unasked. */
export function InternalDetailsDialog({
  title,
  details,
  onConfirm,
  children,
  ...state
}: InternalDetailsDialogProps) {
  const formId = useId()
  return (
    <OnDemandDialog
      size="sm"
      title={title ?? (details.reference === undefined ? 'Note' : 'Reference and note')}
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
      <Fields formId={formId} details={details} error={state.error} onConfirm={onConfirm}>
        {children}
      </Fields>
    </OnDemandDialog>
  )
}

/** Mounted inside the dialog, so each opening starts with the saved texts. */
function Fields({
  formId,
  details,
  error,
  onConfirm,
  children,
}: Pick<InternalDetailsDialogProps, 'details' | 'error' | 'onConfirm' | 'children'> & { formId: string }) {
  const { seen, hasConflicts, conflictText } = useChangedMeanwhile(details, error, (before, current) => ({
    ...before,
    ...current,
  }))
  const [reference, setReference] = useState(details.reference ?? '')
  const [note, setNote] = useState(details.internal_note ?? '')
  const body = { reference, internal_note: note }
  const formErrors = asSentences(fieldErrors(internalDetailsBody, body))
  const serverErrors = serverFieldErrors(error)
  const fieldProps = (name: keyof typeof body) => ({
    error: formErrors[name] ?? serverErrors[name] ?? conflictText(name),
    isTouched: true,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (Object.keys(formErrors).length > 0) return
    const isChanged = (name: keyof typeof body) => body[name].trim() !== (seen[name] ?? '')
    onConfirm({
      ...(isChanged('reference') && { reference }),
      ...(isChanged('internal_note') && { internal_note: note }),
      expected: {
        ...(isChanged('reference') && { reference: seen.reference ?? null }),
        ...(isChanged('internal_note') && { internal_note: seen.internal_note }),
      },
    })
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-muted">Only your team sees this. The client doesn’t.</p>
      {children}
      <InternalFields
        {...(details.reference !== undefined && {
          reference: { ...fieldProps('reference'), value: reference, onChange: setReference },
        })}
        note={{ ...fieldProps('internal_note'), value: note, onChange: setNote }}
      />
      {error !== null && !hasConflicts && Object.keys(serverErrors).length === 0 && (
        <FormError error={error} />
      )}
    </form>
  )
}

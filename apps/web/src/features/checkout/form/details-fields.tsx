import { ClientField } from '#web/features/clients/client-field.tsx'
import type { PurchaseDetails } from '#web/features/checkout/purchase-details.ts'
import { InternalFields } from '#web/forms/internal-fields.tsx'

interface DetailsFieldsProps {
  details: PurchaseDetails
  onChange: (changes: Partial<PurchaseDetails>) => void
  /** By wire name. */
  errors: Partial<Record<string, string>>
  isDisabled: boolean
}

/** Who the tickets are for, and the team's own reference and note. */
export function DetailsFields({ details, onChange, errors, isDisabled }: DetailsFieldsProps) {
  return (
    <fieldset disabled={isDisabled} className="min-w-0 space-y-5">
      <ClientField
        name="client_name"
        label="Client"
        error={errors['client_name']}
        isTouched
        text={details.client}
        clientId={details.clientId}
        onType={(client) => onChange({ client, clientId: null })}
        onChoose={({ id, name }) => onChange({ client: name, clientId: id })}
      />
      <InternalFields
        reference={{
          value: details.reference,
          onChange: (reference) => onChange({ reference }),
          error: errors['reference'],
          isTouched: true,
          isDisabled,
        }}
        note={{
          value: details.note,
          onChange: (note) => onChange({ note }),
          error: errors['internal_note'],
          isTouched: true,
          isDisabled,
        }}
      />
    </fieldset>
  )
}

import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface InternalField {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error: string | undefined
  isTouched: boolean
  isDisabled?: boolean
}

interface InternalFieldsProps {
  /** Absent: only the note. */
  reference?: InternalField
  note: InternalField
  className?: string
}

/** The broker's own reference and note, which clients never see. */
export function InternalFields({ reference, note, className }: InternalFieldsProps) {
  return (
    <div className={className}>
      {reference && (
        <TextField
          {...reference}
          name="reference"
          label="Your reference"
          description="Such as a PO number."
          autoComplete="off"
        />
      )}
      <TextArea
        {...note}
        name="internal_note"
        label="Internal note"
        rows={2}
        {...(reference && { className: 'mt-5' })}
      />
    </div>
  )
}

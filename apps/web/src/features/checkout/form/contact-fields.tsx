import { useState } from 'react'
import { TextField } from '#web/ui/controls/text-field.tsx'
import type { Contact } from '#web/features/checkout/payment/payload.ts'

interface ContactFieldsProps {
  contact: Contact
  onChange: (contact: Contact) => void
  problems: { email?: string | undefined; phone?: string | undefined }
  /** Rejected values by draft path; shown immediately. */
  rejections: ReadonlyMap<string, string>
  /** The buyer tried to continue, so all problems show. */
  isSubmitted: boolean
  isDisabled: boolean
}

export function ContactFields({
  contact,
  onChange,
  problems,
  rejections,
  isSubmitted,
  isDisabled,
}: ContactFieldsProps) {
  const [touched, setTouched] = useState({ email: false, phone: false })
  const fieldState = (field: 'email' | 'phone') => {
    const rejection = rejections.get(field)
    const error = rejection ?? problems[field]
    return {
      error,
      isTouched: isSubmitted || touched[field] || rejection !== undefined,
      isValid: error === undefined,
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      <TextField
        label="Email address"
        name="email_address"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={contact.email}
        onChange={(email) => onChange({ ...contact, email })}
        onBlur={() => setTouched((known) => ({ ...known, email: true }))}
        {...fieldState('email')}
        isDisabled={isDisabled}
        maxLength={254}
        isRequired
      />
      {/* The phone input of sign-up would remove the plus of the dial code. */}
      <TextField
        label="Phone number"
        name="contact_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={contact.phone}
        onChange={(phone) => onChange({ ...contact, phone })}
        onBlur={() => setTouched((known) => ({ ...known, phone: true }))}
        {...fieldState('phone')}
        isDisabled={isDisabled}
        maxLength={40}
        isRequired
      />
    </div>
  )
}

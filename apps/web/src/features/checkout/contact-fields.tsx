import { useState } from 'react'
import { TextField } from '#web/ui/text-field.tsx'
import type { Contact } from './payload.ts'

interface ContactFieldsProps {
  contact: Contact
  onChange: (contact: Contact) => void
  problems: { email?: string | undefined; phone?: string | undefined }
  /** What the server will not have, by the path in the draft; shown at once. */
  refusals: ReadonlyMap<string, string>
  /** Going on was tried: every problem shows, touched or not. */
  isTried: boolean
  isDisabled: boolean
}

/** Where the seller reaches the buyer. */
export function ContactFields({
  contact,
  onChange,
  problems,
  refusals,
  isTried,
  isDisabled,
}: ContactFieldsProps) {
  const [touched, setTouched] = useState({ email: false, phone: false })
  const judged = (field: 'email' | 'phone') => {
    const refusal = refusals.get(field)
    const error = refusal ?? problems[field]
    return {
      error,
      isTouched: isTried || touched[field] || refusal !== undefined,
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
        {...judged('email')}
        isDisabled={isDisabled}
        maxLength={254}
        isRequired
      />
      {/* Not the phone input of the registration: it would take the dial code's plus away. */}
      <TextField
        label="Phone number"
        name="contact_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={contact.phone}
        onChange={(phone) => onChange({ ...contact, phone })}
        onBlur={() => setTouched((known) => ({ ...known, phone: true }))}
        {...judged('phone')}
        isDisabled={isDisabled}
        maxLength={40}
        isRequired
      />
    </div>
  )
}

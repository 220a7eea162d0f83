import { useState } from 'react'
import { TextField } from '#web/ui/text-field.tsx'
import type { Contact } from './payload.ts'

interface ContactFieldsProps {
  contact: Contact
  onChange: (contact: Contact) => void
  problems: { email?: string | undefined; phone?: string | undefined }
  /** Going on was tried: every problem shows, touched or not. */
  isTried: boolean
  isDisabled: boolean
}

/** Where the seller reaches the buyer. */
export function ContactFields({ contact, onChange, problems, isTried, isDisabled }: ContactFieldsProps) {
  const [touched, setTouched] = useState({ email: false, phone: false })
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
        error={problems.email}
        isTouched={isTried || touched.email}
        isValid={problems.email === undefined}
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
        error={problems.phone}
        isTouched={isTried || touched.phone}
        isValid={problems.phone === undefined}
        isDisabled={isDisabled}
        maxLength={40}
        isRequired
      />
    </div>
  )
}

import type { WireAttendee } from '@terrace/contracts/attendees'
import {
  attendeeLabel,
  detailValue,
  documentTypes,
  isOptional,
  type AttendeeField as Field,
  type DocumentType,
} from '@terrace/domain/people/attendee-details'
import { countryCodes } from '@terrace/domain/people/countries'
import { formatDate, parseTypedDate } from '@terrace/domain/time/dates'
import { useState } from 'react'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { rawDetail } from './attendees.ts'

interface AttendeeFieldProps {
  field: Field
  details: WireAttendee
  onChange: (text: string) => void
  problem: string | undefined
  /** Why the server rejected the current value; shown immediately. */
  rejection: string | undefined
  isSubmitted: boolean
  isDisabled: boolean
}

/** One detail of an attendee. Autocomplete is off because attendees are rarely the person at the keyboard. */
export function AttendeeField({
  field,
  details,
  onChange,
  problem,
  rejection,
  isSubmitted,
  isDisabled,
}: AttendeeFieldProps) {
  const [isTouched, setTouched] = useState(false)
  const value = detailValue(details, field)
  const error = asDisplayed(rejection ?? problem)
  const fieldProps = {
    label: isOptional(field) ? `${attendeeLabel(field)} (optional)` : attendeeLabel(field),
    name: field,
    onBlur: () => setTouched(true),
    error,
    isTouched: isSubmitted || isTouched || rejection !== undefined,
    isDisabled,
  }
  const choices = optionsOf(field)
  if (choices) return <SelectField {...fieldProps} value={value} onChange={onChange} options={choices} />
  const isDay = field === 'date_of_birth'
  return (
    <TextField
      {...fieldProps}
      value={isDay ? (formatDate(value) ?? value) : rawDetail(details, field)}
      onChange={(text) => onChange(isDay ? (parseTypedDate(text) ?? text) : text)}
      isValid={value !== '' && error === undefined}
      autoComplete="off"
      maxLength={254}
      {...(isDay && { placeholder: 'DD-MM-YYYY', inputMode: 'numeric' as const })}
      {...(field === 'email' && { type: 'email' as const, inputMode: 'email' as const })}
      {...(field === 'phone' && { type: 'tel' as const, inputMode: 'tel' as const })}
    />
  )
}

/** Shows dates in the form's format (spec §9) instead of the wire's. */
function asDisplayed(text: string | undefined): string | undefined {
  return text?.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => formatDate(day) ?? day)
}

const documentNames: Readonly<Record<DocumentType, string>> = {
  passport: 'Passport',
  national_id: 'National identity card',
}

let countries: { id: string; name: string }[] | undefined

/** All countries by name, computed when the first list renders. */
function countryOptions() {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  countries ??= countryCodes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en'))
  return countries
}

function optionsOf(field: Field) {
  switch (field) {
    case 'document_type':
      return documentTypes.map((id) => ({ id, name: documentNames[id] }))
    case 'nationality':
    case 'address.country_code':
      return countryOptions()
    default:
      return undefined
  }
}

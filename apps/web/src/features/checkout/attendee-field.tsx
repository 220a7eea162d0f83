import type { WireAttendee } from '@terrace/contracts/attendees'
import {
  attendeeLabel,
  detailOf,
  documentTypes,
  isOptional,
  type AttendeeField as Field,
  type DocumentType,
} from '@terrace/domain/attendee-details'
import { countryCodes } from '@terrace/domain/countries'
import { formatDate, readDate } from '@terrace/domain/dates'
import { useState } from 'react'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { rawDetail } from './attendees.ts'

interface AttendeeFieldProps {
  field: Field
  details: WireAttendee
  onChange: (text: string) => void
  problem: string | undefined
  /** Why the server will not have what stands there; shown at once. */
  refusal: string | undefined
  isTried: boolean
  isDisabled: boolean
}

/** One detail of somebody who goes in, in the form that suits it. Nothing is filled in by the browser: it is another person. */
export function AttendeeField({
  field,
  details,
  onChange,
  problem,
  refusal,
  isTried,
  isDisabled,
}: AttendeeFieldProps) {
  const [isTouched, setTouched] = useState(false)
  const value = detailOf(details, field)
  const error = asDisplayed(refusal ?? problem)
  const common = {
    label: isOptional(field) ? `${attendeeLabel(field)} (optional)` : attendeeLabel(field),
    name: field,
    onBlur: () => setTouched(true),
    error,
    isTouched: isTried || isTouched || refusal !== undefined,
    isDisabled,
  }
  const choices = optionsOf(field)
  if (choices) return <SelectField {...common} value={value} onChange={onChange} options={choices} />
  const isDay = field === 'date_of_birth'
  return (
    <TextField
      {...common}
      value={isDay ? (formatDate(value) ?? value) : rawDetail(details, field)}
      onChange={(text) => onChange(isDay ? (readDate(text) ?? text) : text)}
      isValid={value !== '' && error === undefined}
      autoComplete="off"
      maxLength={254}
      {...(isDay && { placeholder: 'DD-MM-YYYY', inputMode: 'numeric' as const })}
      {...(field === 'email' && { type: 'email' as const, inputMode: 'email' as const })}
      {...(field === 'phone' && { type: 'tel' as const, inputMode: 'tel' as const })}
    />
  )
}

/** Days are told as the form writes them (spec §9), not as the wire does. */
function asDisplayed(text: string | undefined): string | undefined {
  return text?.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => formatDate(day) ?? day)
}

const documents: Readonly<Record<DocumentType, string>> = {
  passport: 'Passport',
  national_id: 'National identity card',
}

let countries: { id: string; name: string }[] | undefined

/** All countries by their names; worked out when the first of these lists is drawn. */
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
      return documentTypes.map((id) => ({ id, name: documents[id] }))
    case 'nationality':
    case 'address.country_code':
      return countryOptions()
    default:
      return undefined
  }
}

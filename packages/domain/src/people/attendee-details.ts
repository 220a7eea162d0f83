/**
 * Attendee details per ticket: the fields a listing requires and their validation (product.md §3, §6). Browser and
 * server share it. Fields use wire names, because validation errors refer to them by path.
 */
import { isCountryCode } from './countries.ts'
import { parseLocal } from '../time/dates.ts'
import { phoneMessages, phoneProblem } from './phone.ts'

export const documentTypes = ['passport', 'national_id'] as const
export type DocumentType = (typeof documentTypes)[number]

/** All possible details, in form order. */
export const attendeeFields = [
  'first_name',
  'last_name',
  'date_of_birth',
  'nationality',
  'document_type',
  'document_number',
  'email',
  'phone',
  'address.line1',
  'address.line2',
  'address.city',
  'address.postcode',
  'address.country_code',
] as const
export type AttendeeField = (typeof attendeeFields)[number]

/** Details entered so far; any may be missing. */
export interface AttendeeDetails {
  first_name?: string | undefined
  last_name?: string | undefined
  /** YYYY-MM-DD */
  date_of_birth?: string | undefined
  /** ISO 3166-1 alpha-2, like the address country. */
  nationality?: string | undefined
  document_type?: string | undefined
  document_number?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  address?: AttendeeAddress | undefined
}

export interface AttendeeAddress {
  line1?: string | undefined
  line2?: string | undefined
  city?: string | undefined
  postcode?: string | undefined
  country_code?: string | undefined
}

/** The two listing flags that require details. */
export interface AttendeeRequirements {
  delivery: boolean
  identification: boolean
}

const names: readonly AttendeeField[] = ['first_name', 'last_name']
const identity: readonly AttendeeField[] = [
  'date_of_birth',
  'nationality',
  'document_type',
  'document_number',
]
const contactFields: readonly AttendeeField[] = attendeeFields.filter((field) =>
  /^(email|phone|address)/.test(field),
)

/** The fields required for each ticket; empty when the listing needs none. */
export function requiredFields({ delivery, identification }: AttendeeRequirements): AttendeeField[] {
  const needed = new Set([
    ...(delivery || identification ? names : []),
    ...(identification ? identity : []),
    ...(delivery ? contactFields : []),
  ])
  return attendeeFields.filter((field) => needed.has(field))
}

/** Some addresses have no second line, and some countries have no postcodes. */
const optionalFields: ReadonlySet<AttendeeField> = new Set(['address.line2', 'address.postcode'])

export function isOptional(field: AttendeeField): boolean {
  return optionalFields.has(field)
}

const labels: Readonly<Record<AttendeeField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  date_of_birth: 'Date of birth',
  nationality: 'Nationality',
  document_type: 'Document type',
  document_number: 'Document number',
  email: 'Email address',
  phone: 'Phone number',
  'address.line1': 'Address',
  'address.line2': 'Address line 2',
  'address.city': 'Town or city',
  'address.postcode': 'Postcode',
  'address.country_code': 'Country',
}

export function attendeeLabel(field: AttendeeField): string {
  return labels[field]
}

/** The trimmed value of a field; '' when missing. */
export function detailValue(details: AttendeeDetails, field: AttendeeField): string {
  return readDetail(details, field)?.trim() ?? ''
}

/** Form message for an invalid required field, or `null`. `today`: YYYY-MM-DD. */
export function detailProblem(details: AttendeeDetails, field: AttendeeField, today: string): string | null {
  const text = detailValue(details, field)
  if (text === '') return isOptional(field) ? null : `${labels[field]} is required`
  return formatProblem(field, text, today)
}

/** `path` is relative to the attendee list, such as `0.date_of_birth`; '' means the list itself. */
export interface AttendeeProblem {
  path: string
  text: string
}

/**
 * All problems of one line's attendees. A valid list has one entry per ticket, with exactly the fields the listing
 * requires.
 */
export function findAttendeeProblems(
  attendees: readonly AttendeeDetails[] | undefined,
  { needs, quantity, today }: { needs: AttendeeRequirements; quantity: number; today: string },
): AttendeeProblem[] {
  const needed = requiredFields(needs)
  const provided = attendees ?? []
  if (needed.length === 0)
    return provided.length === 0 ? [] : [{ path: '', text: 'these tickets don’t need attendee details' }]
  if (provided.length !== quantity) {
    const tickets =
      quantity === 1 ? 'one entry for the ticket' : `one entry for each of the ${quantity} tickets`
    return [{ path: '', text: `must have ${tickets}` }]
  }
  const problems = provided.flatMap((details, index) =>
    needed.flatMap((field) => {
      const text = detailProblem(details, field, today)
      return text === null ? [] : [{ path: `${index}.${field}`, text }]
    }),
  )
  return [...problems, ...unrequestedDetails(provided, needs)]
}

/** Details the tickets do not need. The only check that applies to drafts. */
export function unrequestedDetails(
  attendees: readonly AttendeeDetails[],
  needs: AttendeeRequirements,
): AttendeeProblem[] {
  const needed = new Set(requiredFields(needs))
  return attendees.flatMap((details, index) =>
    attendeeFields.flatMap((field) =>
      needed.has(field) || readDetail(details, field) === undefined
        ? []
        : [{ path: `${index}.${field}`, text: 'is not needed for these tickets' }],
    ),
  )
}

/** Trims all details and drops empty ones. */
export function cleanDetails(details: AttendeeDetails): AttendeeDetails {
  return mergeDetails({}, details)
}

/** Merges the provided details into the current ones and trims them. An empty string removes a detail. */
export function mergeDetails(current: AttendeeDetails, provided: AttendeeDetails): AttendeeDetails {
  const text = (field: AttendeeField) =>
    (readDetail(provided, field) ?? readDetail(current, field))?.trim() || undefined
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    date_of_birth: text('date_of_birth'),
    nationality: text('nationality'),
    document_type: text('document_type'),
    document_number: text('document_number'),
    email: text('email'),
    phone: text('phone'),
    address: (provided.address ?? current.address) && {
      line1: text('address.line1'),
      line2: text('address.line2'),
      city: text('address.city'),
      postcode: text('address.postcode'),
      country_code: text('address.country_code'),
    },
  }
}

export function isBlank(details: AttendeeDetails): boolean {
  return attendeeFields.every((field) => detailValue(details, field) === '')
}

function readDetail({ address, ...details }: AttendeeDetails, field: AttendeeField): string | undefined {
  switch (field) {
    case 'address.line1':
      return address?.line1
    case 'address.line2':
      return address?.line2
    case 'address.city':
      return address?.city
    case 'address.postcode':
      return address?.postcode
    case 'address.country_code':
      return address?.country_code
    default:
      return details[field]
  }
}

const emailPattern = /^[^\s@"(),:;<>[\\\]]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/i

function formatProblem(field: AttendeeField, text: string, today: string): string | null {
  switch (field) {
    case 'date_of_birth':
      return isBirthday(text, today) ? null : 'Must be a date in the past, such as 1990-12-24'
    case 'nationality':
    case 'address.country_code':
      return isCountryCode(text) ? null : 'Must be a country, such as GB'
    case 'document_type':
      return documentTypes.some((type) => type === text) ? null : 'Must be passport or national_id'
    case 'document_number':
      return /^[\dA-Z][\dA-Z /.-]{3,29}$/i.test(text) ? null : 'Must be 4 to 30 letters and digits'
    case 'email':
      return text.length <= 254 && emailPattern.test(text) ? null : 'Must be a valid email address'
    case 'phone': {
      const problem = phoneProblem(text)
      return problem && phoneMessages[problem]
    }
    case 'address.postcode':
      return /^[\p{L}\d][\p{L}\d -]{1,15}$/u.test(text)
        ? null
        : 'Must be 2 to 16 letters and digits, such as SW1A 1AA'
    default:
      return textProblem(field, text)
  }
}

function textProblem(field: AttendeeField, text: string): string | null {
  if (text.length > 100) return `${labels[field]} must be at most 100 characters`
  if (/\p{Cc}/u.test(text)) return `${labels[field]} must be one line of text`
  return /\p{L}/u.test(text) ? null : `${labels[field]} must have at least one letter`
}

function isBirthday(text: string, today: string): boolean {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && parseLocal(text) !== null
  return isDay && text < today && Number(today.slice(0, 4)) - Number(text.slice(0, 4)) <= 120
}

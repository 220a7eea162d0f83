/**
 * Who goes in on each ticket: what a listing asks of its buyers, and what is right (product.md §3, §6). Browser and server
 * judge by these functions alone. Fields bear the names of the wire, since a refusal names them by their path.
 */
import { isCountryCode } from './countries.ts'
import { parseLocal } from './dates.ts'
import { phoneMessages, phoneProblem } from './phone.ts'

export const documentTypes = ['passport', 'national_id'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Every detail that may be asked for, in the order in which it is. */
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

/** What was filled in; anything may be missing yet. */
export interface AttendeeDetails {
  first_name?: string | undefined
  last_name?: string | undefined
  /** YYYY-MM-DD */
  date_of_birth?: string | undefined
  /** ISO 3166-1 alpha-2, as the country of the address. */
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

/** The two flags of a listing. */
export interface AttendeeNeeds {
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
const reach: readonly AttendeeField[] = attendeeFields.filter((field) => /^(email|phone|address)/.test(field))

/** The fields of each ticket of such a listing; none where it asks for nothing. */
export function fieldsNeeded({ delivery, identification }: AttendeeNeeds): AttendeeField[] {
  const needed = new Set([
    ...(delivery || identification ? names : []),
    ...(identification ? identity : []),
    ...(delivery ? reach : []),
  ])
  return attendeeFields.filter((field) => needed.has(field))
}

/** Not every address has a second line, and not every country has postcodes. */
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

/** The field as a form names it. */
export function attendeeLabel(field: AttendeeField): string {
  return labels[field]
}

/** What stands in a field, without blanks around it; empty where nothing does. */
export function detailOf(details: AttendeeDetails, field: AttendeeField): string {
  return readDetail(details, field)?.trim() ?? ''
}

/** What is wrong with a needed field as it stands, in words for whoever fills it in, or null. `today`: YYYY-MM-DD. */
export function detailProblem(details: AttendeeDetails, field: AttendeeField, today: string): string | null {
  const text = detailOf(details, field)
  if (text === '') return isOptional(field) ? null : `${labels[field]} is required`
  return formProblem(field, text, today)
}

/** A field that is wrong, by its path below the list of attendees: `0.date_of_birth`; the empty path is the list itself. */
export interface AttendeeProblem {
  path: string
  text: string
}

/**
 * All that is wrong with the attendees of one line: one entry for each ticket with every field that its listing asks for,
 * and nothing that it does not ask for.
 */
export function attendeesProblems(
  attendees: readonly AttendeeDetails[] | undefined,
  { needs, quantity, today }: { needs: AttendeeNeeds; quantity: number; today: string },
): AttendeeProblem[] {
  const needed = fieldsNeeded(needs)
  const given = attendees ?? []
  if (needed.length === 0)
    return given.length === 0 ? [] : [{ path: '', text: 'these tickets ask for no attendee details' }]
  if (given.length !== quantity) {
    const tickets =
      quantity === 1 ? 'one entry for the ticket' : `one entry for each of the ${quantity} tickets`
    return [{ path: '', text: `must hold ${tickets}` }]
  }
  const wrong = given.flatMap((details, index) =>
    needed.flatMap((field) => {
      const text = detailProblem(details, field, today)
      return text === null ? [] : [{ path: `${index}.${field}`, text }]
    }),
  )
  return [...wrong, ...strayDetails(given, needs)]
}

/** The details that the tickets do not ask for; of drafts nothing else is judged. */
export function strayDetails(attendees: readonly AttendeeDetails[], needs: AttendeeNeeds): AttendeeProblem[] {
  const needed = new Set(fieldsNeeded(needs))
  return attendees.flatMap((details, index) =>
    attendeeFields.flatMap((field) =>
      needed.has(field) || readDetail(details, field) === undefined
        ? []
        : [{ path: `${index}.${field}`, text: 'is not asked for these tickets' }],
    ),
  )
}

/** The details without blanks around them; what is empty is left out of their JSON. */
export function cleanDetails(details: AttendeeDetails): AttendeeDetails {
  return changedDetails({}, details)
}

/** The details with those that are given in place of what stood there, clean; an empty text forgets one. */
export function changedDetails(known: AttendeeDetails, given: AttendeeDetails): AttendeeDetails {
  const text = (field: AttendeeField) =>
    (readDetail(given, field) ?? readDetail(known, field))?.trim() || undefined
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    date_of_birth: text('date_of_birth'),
    nationality: text('nationality'),
    document_type: text('document_type'),
    document_number: text('document_number'),
    email: text('email'),
    phone: text('phone'),
    address: (given.address ?? known.address) && {
      line1: text('address.line1'),
      line2: text('address.line2'),
      city: text('address.city'),
      postcode: text('address.postcode'),
      country_code: text('address.country_code'),
    },
  }
}

/** Whether nothing is filled in. */
export function isBlank(details: AttendeeDetails): boolean {
  return attendeeFields.every((field) => detailOf(details, field) === '')
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

const emailForm = /^[^\s@"(),:;<>[\\\]]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/i

function formProblem(field: AttendeeField, text: string, today: string): string | null {
  switch (field) {
    case 'date_of_birth':
      return isBirthday(text, today) ? null : 'Must be a day in the past, such as 1990-12-24'
    case 'nationality':
    case 'address.country_code':
      return isCountryCode(text) ? null : 'Must be a country, such as GB'
    case 'document_type':
      return documentTypes.some((type) => type === text) ? null : 'Must be passport or national_id'
    case 'document_number':
      return /^[\dA-Z][\dA-Z /.-]{3,29}$/i.test(text) ? null : 'Must be 4 to 30 letters and digits'
    case 'email':
      return text.length <= 254 && emailForm.test(text) ? null : 'Must be a valid email address'
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
  if (text.length > 100) return `${labels[field]} must have at most 100 characters`
  if (/\p{Cc}/u.test(text)) return `${labels[field]} must be one line of text`
  return /\p{L}/u.test(text) ? null : `${labels[field]} must have at least one letter`
}

function isBirthday(text: string, today: string): boolean {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && parseLocal(text) !== null
  return isDay && text < today && Number(today.slice(0, 4)) - Number(text.slice(0, 4)) <= 120
}

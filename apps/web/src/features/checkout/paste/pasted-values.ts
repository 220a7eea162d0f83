import type { WireAttendee } from '@terrace/contracts/attendees'
import { detailProblem, detailValue, type AttendeeField } from '@terrace/domain/people/attendee-details'
import { countryCodes, isCountryCode } from '@terrace/domain/people/countries'
import { parseTypedDate } from '@terrace/domain/time/dates'
import { withDetail } from '#web/features/checkout/form/attendees.ts'
import type { PastedTable } from './pasted-table.ts'

/** A pasted cell and its error, if any. */
export interface PastedCell {
  field: AttendeeField
  /** Value for the form. */
  value: string
  problem: string | null
}

/** Pasted values of one ticket. */
export interface PastedTicket {
  /** Merged details; empty cells keep the previous values. */
  details: WireAttendee
  cells: readonly PastedCell[]
}

/** The people of the first rows, one per ticket. `current` are the details so far, in ticket order. */
export function ticketsFrom(
  { columns, rows }: PastedTable,
  { current, today }: { current: readonly WireAttendee[]; today: string },
): PastedTicket[] {
  return rows.slice(0, current.length).map((row, ticket) => {
    let details: WireAttendee = current[ticket] ?? {}
    for (const [at, { field }] of columns.entries()) {
      const value = field && formValue(field, row[at] ?? '')
      if (field && value) details = withDetail(details, field, value)
    }
    const cells = columns.flatMap(({ field }) =>
      field
        ? [{ field, value: detailValue(details, field), problem: detailProblem(details, field, today) }]
        : [],
    )
    return { details, cells }
  })
}

/** The value that the form expects: dates as YYYY-MM-DD, countries and documents by code. Unknown text stays. */
function formValue(field: AttendeeField, text: string): string {
  const typed = text.trim()
  switch (field) {
    case 'date_of_birth':
      return parseTypedDate(typed) ?? typed
    case 'nationality':
    case 'address.country_code':
      return countryCodeOf(typed)
    case 'document_type':
      return documentTypeOf(typed)
    default:
      return typed
  }
}

function documentTypeOf(text: string): string {
  if (/^passport$/i.test(text)) return 'passport'
  return /^(national[ _]id|(national )?(identity|id)( card)?)$/i.test(text) ? 'national_id' : text
}

let codesByName: Map<string, string> | undefined

function countryCodeOf(text: string): string {
  const code = text.toUpperCase()
  if (isCountryCode(code)) return code
  if (code === 'UK') return 'GB'
  const names = new Intl.DisplayNames('en', { type: 'region' })
  codesByName ??= new Map(countryCodes.map((known) => [(names.of(known) ?? known).toLowerCase(), known]))
  return codesByName.get(text.toLowerCase()) ?? text
}

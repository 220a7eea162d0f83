/** Where tickets are for: by what one looks for them in a list. */
interface TicketPlace {
  /** Venue's wall clock, `YYYY-MM-DDTHH:mm`. */
  eventLocalAt: string
  eventTitle: string
  section: string
  row: string
  /** As far as it is known. */
  firstSeat?: number | undefined
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** By names as people order them: row 9 stands before row 10. */
export function byName(left: string, right: string): number {
  return collator.compare(left, right)
}

/** The order of tickets in a basket or an order: by event, then by section, row and seat. */
export function byPlace(left: TicketPlace, right: TicketPlace): number {
  return (
    byName(left.eventLocalAt, right.eventLocalAt) ||
    byName(left.eventTitle, right.eventTitle) ||
    byName(left.section, right.section) ||
    byName(left.row, right.row) ||
    (left.firstSeat ?? 0) - (right.firstSeat ?? 0)
  )
}

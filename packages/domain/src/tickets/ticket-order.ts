/** The fields that determine the sort order of tickets. */
interface TicketLocation {
  /** Local time at the venue, `YYYY-MM-DDTHH:mm`. */
  eventLocalAt: string
  eventTitle: string
  section: string
  row: string
  /** Missing when the seat is unknown. */
  firstSeat?: number | undefined
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Natural sort order: row 9 comes before row 10. */
export function compareNames(left: string, right: string): number {
  return collator.compare(left, right)
}

/** Sort order of tickets in a basket or an order: event, section, row, seat. */
export function compareTicketLocations(left: TicketLocation, right: TicketLocation): number {
  return (
    compareNames(left.eventLocalAt, right.eventLocalAt) ||
    compareNames(left.eventTitle, right.eventTitle) ||
    compareNames(left.section, right.section) ||
    compareNames(left.row, right.row) ||
    (left.firstSeat ?? 0) - (right.firstSeat ?? 0)
  )
}

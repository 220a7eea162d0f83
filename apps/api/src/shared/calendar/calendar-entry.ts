/** One entry of a calendar (RFC 5545, VEVENT). */
export interface CalendarEntry {
  /** Unique in the world and never another one: calendar apps recognise the entry by it. */
  uid: string
  title: string
  /** Lines below the title. */
  details: readonly string[]
  place: string
  url: string | null
  /** A day without a time, `YYYY-MM-DD`, shows as an all-day entry. */
  when: { start: Date; minutes: number } | { day: string }
  status: 'confirmed' | 'tentative' | 'cancelled'
  /** Grows with every change of the entry. */
  sequence: number
  updatedAt: Date
}

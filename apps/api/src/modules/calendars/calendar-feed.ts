import type { CalendarSubject } from '#api/modules/catalogue/index.ts'

/** What a calendar contains: the events of a performer or venue, or the account's own holds and orders. */
export type FeedSubject = CalendarSubject | { kind: 'mine' }

/** A calendar with a secret address. */
export interface CalendarFeed {
  id: string
  subject: FeedSubject
  /** Name of the performer or venue; `null` for the account's own. */
  name: string | null
  slug: string | null
  createdAt: Date
  /** To five minutes. */
  fetchedAt: Date | null
}

export const feedTitle = ({ name }: Pick<CalendarFeed, 'name'>): string => name ?? 'My holds and orders'

/** The path of a calendar on every site. The token grants access, so it must not get into logs. */
export const feedPath = (token: string): string => `/calendars/${token}.ics`

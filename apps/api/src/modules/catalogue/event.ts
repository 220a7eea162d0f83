import type { EventStatus } from '@terrace/domain/event-status'
import type { Money } from '@terrace/domain/money'

/** A fixture, race or concert as lists and pages show it. */
export interface Event {
  id: number
  title: string
  slug: string
  /** Wall time at the venue, 'YYYY-MM-DDTHH:mm'; midnight while the time is not confirmed. */
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  /** IANA zone of the venue. */
  timezone: string
  status: EventStatus
  venue: { id: number; name: string; city: string; countryCode: string }
  category: { id: number; name: string; slug: string }
  performers: { id: number; name: string; slug: string; role: 'home' | 'away' | 'performer' | 'driver' }[]
  /** The lowest price now on sale; null without stock. */
  minPrice: Money | null
  ticketCount: number
}

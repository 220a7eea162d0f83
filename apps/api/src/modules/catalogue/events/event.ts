import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { Money } from '@terrace/domain/money/money'
import type { ArtPattern, Colours } from '../competitions/category-art.ts'
import type { Entrant } from '../competitions/competition.ts'

export interface Event {
  id: number
  title: string
  slug: string
  /** Local time at the venue, `YYYY-MM-DDTHH:mm`; midnight while the time is unconfirmed. */
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  timezone: string
  status: EventStatus
  venue: { id: number; name: string; city: string; countryCode: string }
  category: { id: number; name: string; slug: string }
  performers: { id: number; name: string; slug: string; role: 'home' | 'away' | Entrant['role'] }[]
  /** Picture of its card, in the colours of the home side or the headliner. */
  art: { pattern: ArtPattern; colours: Colours | null }
  /** Lowest price on sale; `null` when sold out. */
  minPrice: Money | null
  ticketCount: number
}

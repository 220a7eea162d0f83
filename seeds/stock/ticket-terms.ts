import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import { randomInteger, type Random } from '@terrace/domain/text/short-hash'
import type { SplitType } from '@terrace/domain/tickets/split-options'
import type { StockEvent } from './stock-types.ts'
import { weighted } from './weighted.ts'

export const randomQuantity = weighted(
  [11, 1],
  [42, 2],
  [10, 3],
  [22, 4],
  [3, 5],
  [6, 6],
  [1, 7],
  [3, 8],
  [2, 10],
)
/** Without numbered seats, larger quantities are common. */
export const randomAreaQuantity = weighted([10, 1], [30, 2], [25, 4], [15, 6], [12, 10], [8, 20])

const football = weighted<DeliveryType>(
  [34, 'mobile-link'],
  [28, 'mobile'],
  [24, 'eTicket'],
  [9, 'season-cards'],
  [4, 'paper'],
  [1, 'local-delivery'],
)
const nfl = weighted<DeliveryType>(
  [66, 'mobile'],
  [18, 'mobile-link'],
  [12, 'eTicket'],
  [3, 'season-cards'],
  [1, 'paper'],
)
const racing = weighted<DeliveryType>(
  [52, 'eTicket'],
  [18, 'mobile'],
  [10, 'mobile-link'],
  [14, 'paper'],
  [6, 'local-delivery'],
)
const concert = weighted<DeliveryType>(
  [54, 'eTicket'],
  [24, 'mobile'],
  [6, 'mobile-link'],
  [13, 'paper'],
  [3, 'local-delivery'],
)

export function randomDeliveryType(event: StockEvent, random: Random): DeliveryType {
  if (event.competition === 'nfl') return nfl(random)
  if (event.competition === 'formula-1') return racing(random)
  return event.teams.length === 0 ? concert(random) : football(random)
}

const single = weighted<SplitType>([7, 'No Preferences'], [3, 'Single Tickets'])
const pair = weighted<SplitType>(
  [44, 'All Together'],
  [24, 'Avoid Leaving One Ticket'],
  [20, 'No Preferences'],
  [6, 'Single Tickets'],
  [6, 'Single Seats'],
)
const some = weighted<SplitType>(
  [38, 'Avoid Leaving One Ticket'],
  [20, 'No Preferences'],
  [18, 'All Together'],
  [16, 'Sell In Multiples'],
  [5, 'Single Tickets'],
  [3, 'Single Seats'],
)

export interface SplitTerms {
  splitType: SplitType
  multipleSaleUnit: number | null
  quantityLimit: number | null
}

export function randomSplit(quantity: number, random: Random): SplitTerms {
  if (quantity <= 2) {
    return {
      splitType: (quantity === 1 ? single : pair)(random),
      multipleSaleUnit: null,
      quantityLimit: null,
    }
  }
  const drawn = some(random)
  const unit = quantity % 2 === 0 ? 2 : quantity % 3 === 0 ? 3 : null
  const splitType = drawn === 'Sell In Multiples' && unit === null ? 'Avoid Leaving One Ticket' : drawn
  const isLimited = quantity >= 6 && splitType !== 'All Together' && random() < 0.2
  return {
    splitType,
    multipleSaleUnit: splitType === 'Sell In Multiples' ? unit : null,
    quantityLimit: isLimited ? 4 : null,
  }
}

/** Whether the listing needs a delivery address or attendee names; most Italian venues print names on tickets. */
export function randomRequirements(
  event: StockEvent,
  deliveryType: DeliveryType,
  random: Random,
): { deliveryDetails: boolean; identification: boolean } {
  const { countryCode } = event.venue
  const isSent = deliveryType === 'paper' || deliveryType === 'local-delivery'
  const named = countryCode === 'IT' ? 0.85 : event.competition === 'brasileirao' ? 0.5 : 0.05
  return { deliveryDetails: random() < (isSent ? 0.7 : 0.03), identification: random() < named }
}

const dayMs = 86_400_000

/** In-hand date: some listings at once, the others one day to two weeks before the event, never after it. */
export function randomDelivery(
  event: StockEvent,
  deliveryType: DeliveryType,
  createdAt: Date,
  now: Date,
  random: Random,
): { inHandDate: string; instantDownload: boolean } {
  const today = dayOf(now.getTime())
  const earliest = dayOf(createdAt.getTime())
  const isInHand = random() < 0.35
  if (isInHand) return { inHandDate: earliest, instantDownload: deliveryType === 'eTicket' && random() < 0.7 }
  const eventDay = Date.parse(`${event.localDay}T00:00:00Z`)
  const preferred = dayOf(eventDay - randomInteger(random, 1, 14) * dayMs)
  const inHandDate = [preferred, today].toSorted().at(-1) ?? today
  return { inHandDate: inHandDate > event.localDay ? event.localDay : inHandDate, instantDownload: false }
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

const hospitalityNotes: readonly ListingNote[] = [
  { kind: 'benefit', text: 'Lounge access from two hours before' },
  { kind: 'benefit', text: 'Meal and drinks included' },
  { kind: 'benefit', text: 'Padded seats' },
  { kind: 'benefit', text: 'Printed programme' },
  { kind: 'benefit', text: 'Private bar' },
  { kind: 'benefit', text: 'Host on the day' },
  { kind: 'restriction', text: 'Smart dress' },
]

const standardNotes = {
  any: [
    { kind: 'restriction', text: 'Restricted view' },
    { kind: 'restriction', text: 'Adults only' },
    { kind: 'benefit', text: 'Aisle seats' },
    { kind: 'benefit', text: 'Covered seats' },
    { kind: 'information', text: 'Behind the goal' },
    { kind: 'information', text: 'Side stand, side view' },
    { kind: 'information', text: 'Step-free access on request' },
  ],
  match: [
    { kind: 'restriction', text: 'No away colours' },
    { kind: 'restriction', text: 'Home supporters only' },
    { kind: 'benefit', text: 'Next to the tunnel' },
    { kind: 'information', text: 'Return the membership card after the match' },
  ],
  race: [
    { kind: 'benefit', text: 'Giant screen in view' },
    { kind: 'benefit', text: 'Valid from Friday to Sunday' },
    { kind: 'restriction', text: 'No alcohol in this stand' },
    { kind: 'information', text: 'Bring a poncho: the stand is uncovered' },
  ],
  concert: [
    { kind: 'benefit', text: 'Seats in the middle of the row' },
    { kind: 'restriction', text: 'No admission after the start' },
    { kind: 'information', text: 'Doors open 45 minutes before' },
  ],
} satisfies Record<string, readonly ListingNote[]>

const seatingBowlNotes: ReadonlySet<string> = new Set(['Behind the goal', 'Side stand, side view'])

/** Most listings have no notes; hospitality listings have several. */
export function randomNotes(event: StockEvent, hospitality: boolean, random: Random): ListingNote[] {
  if (hospitality) {
    const from = randomInteger(random, 0, 3)
    return hospitalityNotes.slice(from, from + randomInteger(random, 3, 7))
  }
  if (random() < 0.62) return []
  const isMatch = event.teams.length > 0
  const specific = isMatch
    ? standardNotes.match
    : event.venue.kind === 'circuit'
      ? standardNotes.race
      : standardNotes.concert
  const common = standardNotes.any.filter((note) => isMatch || !seatingBowlNotes.has(note.text))
  const choices: readonly ListingNote[] = [...specific, ...common]
  const first = randomInteger(random, 0, choices.length - 1)
  const count = weighted([70, 1], [24, 2], [6, 3])(random)
  return Array.from({ length: count }, (_, index) => choices[(first + index * 3) % choices.length]).filter(
    (note) => note !== undefined,
  )
}

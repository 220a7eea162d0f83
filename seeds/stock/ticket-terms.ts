import { deliveryTypes, type DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { noteKinds, type ListingNote } from '@terrace/domain/tickets/listing-notes'
import { randomInteger, type Random } from '@terrace/domain/text/short-hash'
import type { SplitType } from '@terrace/domain/tickets/split-rules'
import market from '../data/stock/market.json' with { type: 'json' }
import terms from '../data/stock/ticket-terms.json' with { type: 'json' }
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

/** Kinds of events with the same delivery types. */
type TermsKind = keyof typeof terms.deliveryTypes
const competitions: Readonly<
  Record<string, { popularity: number; deliveryTypes?: string; namedTickets?: number }>
> = market.competitions
const countries: Readonly<Record<string, { currency: string; namedTickets?: number }>> = market.countries

const randomDeliveryTypes = new Map(
  Object.entries(terms.deliveryTypes).map(([kind, weights]) => [
    kind,
    weighted(
      ...Object.entries(weights).map(
        ([type, weight]) => [weight, deliveryTypeOf(type)] as [number, DeliveryType],
      ),
    ),
  ]),
)

function deliveryTypeOf(text: string): DeliveryType {
  const found = deliveryTypes.find((type) => type === text)
  if (!found) throw new Error(`ticket-terms.json: "${text}" is no delivery type`)
  return found
}

export function randomDeliveryType({ competition, teams }: StockEvent, random: Random): DeliveryType {
  const usual: TermsKind = teams.length === 0 ? 'show' : 'match'
  const kind = competitions[competition]?.deliveryTypes ?? usual
  const draw = randomDeliveryTypes.get(kind)
  if (!draw) throw new Error(`market.json: "${kind}" has no delivery types`)
  return draw(random)
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

/** Whether the listing needs a delivery address or attendee names: in some places, tickets carry names. */
export function randomRequirements(
  event: StockEvent,
  deliveryType: DeliveryType,
  random: Random,
): { deliveryDetails: boolean; identification: boolean } {
  const { countryCode } = event.venue
  const isSent = deliveryType === 'paper' || deliveryType === 'local-delivery'
  const named = countries[countryCode]?.namedTickets ?? competitions[event.competition]?.namedTickets ?? 0.05
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

const onlyForMatches: ReadonlySet<string> = new Set(terms.onlyForMatches)

function notesOf(kind: keyof typeof terms.notes): ListingNote[] {
  return terms.notes[kind].map(({ kind: found, text }) => {
    const known = noteKinds.find((one) => one === found)
    if (!known) throw new Error(`ticket-terms.json: "${found}" is no kind of note`)
    return { kind: known, text }
  })
}

/** Most listings have no notes; hospitality listings have several. */
export function randomNotes(event: StockEvent, hospitality: boolean, random: Random): ListingNote[] {
  if (hospitality) {
    const from = randomInteger(random, 0, 3)
    return notesOf('hospitality').slice(from, from + randomInteger(random, 3, 7))
  }
  if (random() < 0.62) return []
  const isMatch = event.teams.length > 0
  const specific = notesOf(isMatch ? 'match' : event.venue.kind === 'circuit' ? 'race' : 'show')
  const common = notesOf('any').filter((note) => isMatch || !onlyForMatches.has(note.text))
  const choices: readonly ListingNote[] = [...specific, ...common]
  const first = randomInteger(random, 0, choices.length - 1)
  const count = weighted([70, 1], [24, 2], [6, 3])(random)
  return Array.from({ length: count }, (_, index) => choices[(first + index * 3) % choices.length]).filter(
    (note) => note !== undefined,
  )
}

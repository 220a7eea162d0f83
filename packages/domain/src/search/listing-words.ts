import type { Amount, ListingOption } from './query-part.ts'

/** What a quick entry asks of the listings: how many, for how much, where and in which form. */

export interface FoundOption {
  length: number
  option: ListingOption
  label: string
  /** Also means something else, so it counts only next to the name of an event. */
  isVague: boolean
}

const symbols: ReadonlyMap<string, string> = new Map([
  ['£', 'GBP'],
  ['€', 'EUR'],
  ['$', 'USD'],
])

const symbol = '[£€$]'
// Codes that are no English words; a word between amount and currency would be read as one.
const code =
  'gbp|eur|usd|chf|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|cad|aud|nzd|brl|mxn|ars|aed|sar|qar|zar|ils|inr|hkd|sgd|myr|thb|cny'
const word = 'pounds?|quid|euros?|dollars?|bucks'
const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,6}(?:\.\d{1,2})?`
const amount = String.raw`((?:${symbol}|${code})(?= ?\d))? ?(${number})(?: ?(${symbol}|${word}|${code}))?`
const each =
  '(?: ?/ ?(?:each|ea|ticket)| ?(?:each|ea|all[- ]in|pp|per (?:ticket|person|seat)|a ticket|apiece))*'
const start = (pattern: string) => new RegExp(`^(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu')

const below = start(
  `(?:under|below|max(?:imum)?|up to|less than|cheaper than|no more than|<=?|≤) ?${amount}${each}`,
)
const above = start(`(?:over|above|min(?:imum)?|at least|more than|from|>=?|≥) ?${amount}${each}`)
const between = start(`between ${amount} and ${amount}${each}`)
const plain = start(`${amount}${each}`)

const quantityAfter = start(
  String.raw`(\d{1,2}) ?(?:x|tickets?|tix|seats?|together|people|pax)(?: together)?`,
)
const quantityBefore = start(String.raw`(?:x|qty|quantity) ?(\d{1,2})`)
const pair = start('(?:a |one )?pair(?: of tickets)?')
const bareNumber = start(String.raw`(\d{1,2})`)
const maxQuantity = 60
/** Bare numbers above this are years of birth, names of bands and the like. */
const maxBareQuantity = 20

const delivery: readonly (readonly [string, RegExp])[] = [
  ['eTicket', start('e ?-? ?tickets?|etix|electronic(?: tickets?)?')],
  ['mobile-link', start('mobile links?|pkpass|wallet')],
  ['mobile', start('mobile(?: tickets?| transfers?)?|(?:ticket )?transfers?')],
  ['paper', start('paper(?: tickets?)?|hard ?cop(?:y|ies)')],
  ['local-delivery', start('local delivery|pick ?-?up|collection')],
  ['season-cards', start('(?:season|member|membership) ?(?:cards?|tickets?)')],
]
const deliveryLabels: Readonly<Record<string, string>> = {
  eTicket: 'E-tickets',
  'mobile-link': 'Mobile link',
  mobile: 'Mobile',
  paper: 'Paper',
  'local-delivery': 'Local delivery',
  'season-cards': 'Season cards',
}

const flags = [
  ['in_hand', 'In hand', start('in[- ]hand')],
  ['instant', 'Instant download', start('instant(?: downloads?| tickets?)?')],
  ['hospitality', 'Hospitality', start('hospitality|vip')],
] as const

// What sellers call parts of a venue. The event's own categories and sections decide what they mean there.
const venuePart = start(
  String.raw`(?:(?:lower|upper|middle|mid)(?: (?:tier|level|ring|bowl|stand|deck))?|club(?: level)|long ?side|short ?side|` +
    String.raw`floor|stalls|balcony|standing|general admission|(?:category|cat) ?\d|tier ?\d|(?:block|section|sec) [a-z]{0,2}\d{1,4}[a-z]?)`,
)

/** The longest option at the beginning of `line`, which is folded. */
export function findOption(line: string): FoundOption | undefined {
  const found = [findPrice(line), findQuantity(line), findDelivery(line), findFlag(line), findVenuePart(line)]
  return found.reduce(
    (longest, next) => (next && next.length > (longest?.length ?? 0) ? next : longest),
    undefined,
  )
}

/** The amount at the beginning of `line`, with or without a currency, and the words that say "per ticket". */
export function findAmount(line: string): { length: number; amount: Amount } | undefined {
  const found = plain.exec(line)
  return found ? { length: found[0].length, amount: amountOf(found, 1) } : undefined
}

function findPrice(line: string): FoundOption | undefined {
  const range = between.exec(line)
  if (range) {
    const [min, max] = [amountOf(range, 1), amountOf(range, 4)]
    const currency = min.currency ?? max.currency
    const shared = currency === undefined ? {} : { currency }
    return priceOption(range[0], { ...shared, ...min }, { ...shared, ...max })
  }
  const most = below.exec(line)
  const least = most ? null : above.exec(line)
  const limit = most ?? least
  if (limit) {
    const value = amountOf(limit, 1)
    return most ? priceOption(limit[0], undefined, value) : priceOption(limit[0], value, undefined)
  }
  const alone = plain.exec(line)
  const value = alone && amountOf(alone, 1)
  return alone && value?.currency !== undefined ? priceOption(alone[0], undefined, value) : undefined
}

/** The amount of three groups: symbol or code, number, symbol, word or code. */
function amountOf(match: RegExpExecArray, at: number): Amount {
  const [before, digits = '', after] = match.slice(at, at + 3)
  const currency = currencyOf(before) ?? currencyOf(after)
  return { amount: digits.replaceAll(',', ''), ...(currency !== undefined && { currency }) }
}

function currencyOf(text: string | undefined): string | undefined {
  const typed = text?.trim().toLowerCase()
  if (typed === undefined || typed === '') return undefined
  if (/^(?:pound|quid)/.test(typed)) return 'GBP'
  if (typed.startsWith('euro')) return 'EUR'
  if (/^(?:dollar|bucks)/.test(typed)) return 'USD'
  return symbols.get(typed) ?? typed.toUpperCase()
}

function priceOption(text: string, min: Amount | undefined, max: Amount | undefined): FoundOption {
  const shown = (value: Amount) =>
    `${value.amount}${value.currency === undefined ? '' : ` ${value.currency}`}`
  const label =
    min && max
      ? `${shown(min)} to ${shown(max)}`
      : min
        ? `From ${shown(min)}`
        : `Up to ${max ? shown(max) : ''}`
  const option = { kind: 'price' as const, ...(min && { min }), ...(max && { max }) }
  return { length: text.length, option, label: `${label} all-in`, isVague: false }
}

function findQuantity(line: string): FoundOption | undefined {
  const named = quantityAfter.exec(line) ?? quantityBefore.exec(line)
  if (named) return quantityOption(named[0], Number(named[1]), false)
  const two = pair.exec(line)
  if (two) return quantityOption(two[0], 2, true)
  const bare = bareNumber.exec(line)
  return bare && Number(bare[1]) <= maxBareQuantity
    ? quantityOption(bare[0], Number(bare[1]), true)
    : undefined
}

function quantityOption(text: string, quantity: number, isVague: boolean): FoundOption | undefined {
  if (quantity < 1 || quantity > maxQuantity) return undefined
  const label = quantity === 1 ? '1 ticket' : `${quantity} tickets`
  return { length: text.length, option: { kind: 'quantity', quantity }, label, isVague }
}

function findDelivery(line: string): FoundOption | undefined {
  for (const [type, pattern] of delivery) {
    const [text] = pattern.exec(line) ?? []
    if (text === undefined) continue
    return {
      length: text.length,
      option: { kind: 'delivery', type },
      label: deliveryLabels[type] ?? type,
      isVague: type !== 'eTicket',
    }
  }
  return undefined
}

function findFlag(line: string): FoundOption | undefined {
  for (const [flag, label, pattern] of flags) {
    const [text] = pattern.exec(line) ?? []
    if (text !== undefined)
      return { length: text.length, option: { kind: 'flag', flag }, label, isVague: true }
  }
  return undefined
}

function findVenuePart(line: string): FoundOption | undefined {
  const [text] = venuePart.exec(line) ?? []
  if (text === undefined) return undefined
  const label = text.charAt(0).toUpperCase() + text.slice(1)
  return { length: text.length, option: { kind: 'venuePart', name: text }, label, isVague: true }
}

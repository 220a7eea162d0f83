import { findAmount } from '@terrace/domain/search/listing-words'
import { formatMoney, money, parseDecimal } from '@terrace/domain/money/money'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { parseDelivery } from '../reading/parse-delivery.ts'
import { currencyOf } from '../reading/parse-money.ts'
import { parseSplit } from '../reading/parse-split.ts'
import type { FoundCells } from './found-cells.ts'

const end = '(?![\\p{L}\\p{N}])'
const start = (pattern: string) => new RegExp(`^(?:${pattern})${end}`, 'iu')

const numberWords = 'one two three four five six seven eight nine ten'.split(' ')
const count = `(\\d{1,3}|${numberWords.join('|')})`
const counted = start(
  `${count} ?(?:x|tickets?|tix|tkts?|tics?|together|tog|seats?(?! ?\\d)|pax)(?: (?:together|tog))?`,
)
const countBefore = start(String.raw`(?:x|qty:?|quantity:?) ?(\d{1,3})`)
const pairs = start(`${count} pairs`)
const pair = start('(?:a |one )?pair(?: of)?')
const single = start('(?:a )?single(?: tickets?)?')

/** "4 x", "pair", "2 pairs", "three tickets". */
export function findQuantity(line: string): FoundCells | undefined {
  const twos = pairs.exec(line)
  if (twos) {
    const quantity = 2 * numberOf(twos[1])
    const cells = { quantity: String(quantity), split_rule: 'pairs' }
    const label = `${formatTickets(quantity)}, in pairs`
    return { length: twos[0].length, field: 'quantity', label, cells }
  }
  const named = counted.exec(line) ?? countBefore.exec(line)
  if (named) return quantityFound(named[0], numberOf(named[1]))
  const two = pair.exec(line)
  if (two) return quantityFound(two[0], 2)
  const one = single.exec(line)
  return one ? quantityFound(one[0], 1) : undefined
}

export function quantityFound(text: string, quantity: number): FoundCells | undefined {
  if (quantity < 1) return undefined
  const label = formatTickets(quantity)
  return { length: text.length, field: 'quantity', label, cells: { quantity: String(quantity) } }
}

function numberOf(text = ''): number {
  const at = numberWords.indexOf(text.toLowerCase())
  return at < 0 ? Number(text) : at + 1
}

const amountLabels = [
  ['cost', 'Cost', /^(?:cost(?:s|ed)?|paid|bought(?: (?:at|for))?)(?: price)?:? ?(?=[£€$\d])/iu],
  ['floor', 'Floor', /^(?:floor|min(?:imum)?(?: price)?|not below|no less than)(?: price)?:? ?(?=[£€$\d])/iu],
  ['face_value', 'Face value', /^(?:face(?: value)?|fv)(?: price)?:? ?(?=[£€$\d])/iu],
  [
    'price',
    'Price',
    /^(?:price|ask(?:ing)?|list(?:ed)?(?: (?:at|for))?|sell(?:ing)?(?: (?:at|for))?|@)(?: price)?:? ?(?=[£€$\d])/iu,
  ],
] as const
const total =
  /^ ?(?:in )?(?:total|for (?:the )?(?:pair|lot|all|both|set)|the (?:pair|lot))(?: of (?:them|\d+))?(?![\p{L}\p{N}])/iu
const lead = /^(?:for|at) (?=[£€$])/iu

/** An amount with a currency, or with a word that says what it is. `currency`: of the team. */
export function findMoney(line: string, currency: string): FoundCells | undefined {
  for (const [field, label, pattern] of amountLabels) {
    const before = pattern.exec(line)?.[0]
    if (before !== undefined) return moneyFound(line, before, field, label, currency)
  }
  const before = lead.exec(line)?.[0] ?? ''
  const found = findAmount(line.slice(before.length))
  return found?.amount.currency === undefined
    ? undefined
    : moneyFound(line, before, 'price', 'Price', currency)
}

function moneyFound(
  line: string,
  before: string,
  field: (typeof amountLabels)[number][0],
  label: string,
  own: string,
): FoundCells | undefined {
  const found = findAmount(line.slice(before.length))
  if (!found) return undefined
  const typed = found.amount.currency
  const currency = typed === undefined ? own : (currencyOf(symbolOf(typed), own) ?? typed)
  const length = before.length + found.length
  const all = field === 'price' ? total.exec(line.slice(length)) : null
  const cells = { [field]: found.amount.amount, ...(typed !== undefined && { currency }) }
  return {
    length: length + (all?.[0].length ?? 0),
    field,
    label: `${label} ${shownAmount(found.amount.amount, currency)}${all ? ' in total' : ''}`,
    cells,
    ...(all && { isTotal: true as const }),
  }
}

/** A dollar sign can mean the team's own dollars; a code cannot. */
const symbolOf = (code: string) => (code === 'USD' ? '$' : code)

export function shownAmount(amount: string, currency: string): string {
  const parsed = parseDecimal(amount, 2)
  return parsed.ok ? formatMoney(money(parsed.minor, currency)) : `${amount} ${currency}`
}

/** "pairs only", "no singles", "splits 2,4". `phrases`: the words from here on, the longest first. */
export function findSplit(line: string, phrases: readonly string[]): FoundCells | undefined {
  const list =
    /^(?:splits?|sell in|sold in)(?: (?:in|of|into))? ?:? ?(\d{1,2}(?:(?: ?[,/:&] ?| or | and )\d{1,2})*)(?:s|'s)?(?![\p{L}\p{N}])/iu.exec(
      line,
    )
  if (list) {
    const quantities = (list[1] ?? '').split(/\D+/)
    return {
      length: list[0].length,
      field: 'split_rule',
      label: `Sold in ${quantities.join(', ')}`,
      cells: { split_list: quantities.join(',') },
    }
  }
  const multiples = /^(?:in )?multiples of (\d{1,2})(?![\p{L}\p{N}])/iu.exec(line)
  if (multiples) {
    return {
      length: multiples[0].length,
      field: 'split_rule',
      label: `Multiples of ${multiples[1]}`,
      cells: { split_rule: 'Sell In Multiples', split_unit: multiples[1] ?? '' },
    }
  }
  for (const phrase of phrases) {
    if (plainWords.has(phrase)) continue
    const parsed = parseSplit({ rule: phrase, list: '', unit: '', quantity: null })
    if ('problem' in parsed || !parsed.split) continue
    const { splitType, unit } = parsed.split
    const label = unit === 2 ? 'Pairs only' : splitType
    return { length: phrase.length, field: 'split_rule', label, cells: { split_rule: phrase } }
  }
  return undefined
}

/** Mean a rule in a column of splits, but not in a sentence. */
const plainWords: ReadonlySet<string> = new Set(['together', 'none', 'any', 'default'])

export function findDelivery(phrases: readonly string[]): FoundCells | undefined {
  for (const phrase of phrases) {
    const type = parseDelivery(phrase)
    if (type === undefined) continue
    const isInstant = phrase.startsWith('instant')
    return {
      length: phrase.length,
      field: isInstant ? 'instant' : 'delivery',
      label: isInstant ? 'Instant download' : deliveryLabel(type),
      cells: isInstant ? { instant: 'Y', in_hand: 'Y' } : { delivery: phrase },
    }
  }
  return undefined
}

const inHandNow =
  /^(?:(?:already )?in[- ]?hand(?: now| already)?|(?:available |ready )?(?:right )?now|ready|immediately|straight away)(?![\p{L}\p{N}])/iu
const daysBefore =
  /^(?:(?:in[- ]?hand|available|ready)(?: from)? )?(?:(\d{1,2}|a|one|two|three) ?(day|week)s? (?:before|prior)|(?:the )?(day) before|on the day)(?![\p{L}\p{N}])/iu
/** In front of a date. */
export const inHandLead =
  /^(?:in[- ]?hand|available|avail|ready|delivery|deliver(?:ed)?|can send)(?: date)?(?: (?:from|by|on|after))?:? ?(?=[\p{L}\p{N}])/iu

export function findInHand(line: string): FoundCells | undefined {
  const before = daysBefore.exec(line)
  if (before) {
    const [text, number, unit] = before
    const days = /on the day/i.test(text) ? 0 : articleOf(number) * (unit?.startsWith('w') ? 7 : 1)
    const label =
      days === 0 ? 'In hand on the day' : `In hand ${days === 1 ? '1 day' : `${days} days`} before`
    return { length: text.length, field: 'in_hand_date', label, cells: {}, inHandDaysBefore: days }
  }
  const now = inHandNow.exec(line)
  return now
    ? { length: now[0].length, field: 'in_hand', label: 'In hand now', cells: { in_hand: 'Y' } }
    : undefined
}

const articleOf = (text: string | undefined) => (text === undefined || /^a$/i.test(text) ? 1 : numberOf(text))

const hidden = start('(?:hide|hidden)(?: seat)?(?: numbers?| seats?)?|seats? hidden')

export function findHidden(line: string): FoundCells | undefined {
  const match = hidden.exec(line)
  return match
    ? {
        length: match[0].length,
        field: 'hide_seats',
        label: 'Seat numbers hidden',
        cells: { hide_seats: 'Y' },
      }
    : undefined
}

const clock =
  /^(?:at |ko |k\.o\. )?(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\.?(?: ?(?:ko|kick ?-?off))?(?![\p{L}\p{N}])|^(?:at |ko )?(\d{1,2}):(\d{2})(?: ?(?:ko|kick ?-?off))?(?![\p{L}\p{N}])/iu

/** A time of day as HH:MM. */
export function findTime(line: string): { length: number; time: string } | undefined {
  const match = clock.exec(line)
  if (!match) return undefined
  const [text, hour12, minute12, half, hour24, minute24] = match
  const minutes = Number(minute12 ?? minute24 ?? 0)
  const hour =
    hour24 === undefined ? (Number(hour12) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) : Number(hour24)
  if (hour > 23 || minutes > 59 || (hour24 === undefined && Number(hour12) > 12)) return undefined
  const pad = (number: number) => String(number).padStart(2, '0')
  return { length: text.length, time: `${pad(hour)}:${pad(minutes)}` }
}

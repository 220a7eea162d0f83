import { rangeLabel } from '@terrace/domain/search/calendar-days'
import { correctWords } from '@terrace/domain/search/correct-words'
import { dateOrderOf, type DateOrder } from '@terrace/domain/search/date-order'
import { findDate } from '@terrace/domain/search/date-forms'
import { findAmount } from '@terrace/domain/search/listing-words'
import { countTokens, lineOf, type Line } from '@terrace/domain/search/query-line'
import type { DayRange } from '@terrace/domain/search/query-part'
import { tokensOf, type Token } from '@terrace/domain/search/query-tokens'
import { findRelativeDate } from '@terrace/domain/search/relative-dates'
import { guessedNameAt, nameAt, type FoundMeanings } from './find-event.ts'
import {
  findGeneralAdmission,
  findParity,
  findParking,
  findRow,
  findSeatRange,
  findSeats,
  findSection,
} from './find-place.ts'
import {
  findDelivery,
  findHidden,
  findInHand,
  findMoney,
  findQuantity,
  findSplit,
  findTime,
  inHandLead,
} from './find-terms.ts'
import type { FoundCells } from './found-cells.ts'
import { composeLine, type Found, type Item } from './compose-line.ts'
import type { QuickContext, QuickLine } from './quick-line.ts'

const connectors = /^(?:v|vs|versus|@|at|and|with|for|each|ea|pp|on|in|of|the|delivery|via|by|tickets?|tix)$/i
const maxPhraseTokens = 4

/**
 * What a line such as "Arsenal Spurs 4 x block 12 row 8 seats 101-104 £180 etickets now" says: its parts, the cells of a
 * row, and hints for finding its event. Every character belongs to at most one part; what is left is in `unread`.
 */
export function understandListing(text: string, context: QuickContext): QuickLine {
  const { tokens } = tokensOf(text)
  const corrections = correctWords(tokens, context.names)
  const order = dateOrderOf(context.locale)
  const items: Item[] = []
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token) break
    const found = foundAt({ text, tokens, at, corrections, order, context })
    const last = tokens[at + found.tokens - 1] ?? token
    items.push({ from: token.from, to: last.to, text: text.slice(token.from, last.to), found })
    at += found.tokens
  }
  return composeLine(text, items, context)
}

interface Place {
  text: string
  tokens: readonly Token[]
  at: number
  corrections: ReturnType<typeof correctWords>
  order: DateOrder | undefined
  context: QuickContext
}

/** The longest reading at a token. Words of a listing win over equally long names. */
function foundAt(place: Place): Found {
  const { text, tokens, at, corrections, context } = place
  if (tokens[at]?.isQuoted) return { kind: 'text', tokens: 1 }
  const line = lineOf(tokens, at)
  const candidates = [termAt(place, line), dateAt(place), timeAt(line)]
  const name = nameAt(text, tokens, at, context.names)
  if (name) candidates.push({ kind: 'name', ...name })
  const guess: FoundMeanings | undefined = guessedNameAt(tokens, at, corrections, context.names)
  if (guess) candidates.push({ kind: 'name', ...guess })
  const longest = candidates.reduce<Found | undefined>(
    (best, next) => (next && next.tokens > (best?.tokens ?? 0) ? next : best),
    undefined,
  )
  if (longest) return longest
  const { folded = '', isWord = false } = tokens[at] ?? {}
  if (/^(?:home|away)$/.test(folded))
    return { kind: 'side', tokens: 1, side: folded === 'home' ? 'home' : 'away' }
  if (!isWord || connectors.test(folded)) return { kind: 'connector', tokens: 1 }
  return numberAt(line) ?? { kind: 'text', tokens: 1 }
}

/** What the line says about place, number, price and delivery, the longest first. */
function termAt(place: Place, line: Line): Found | undefined {
  const { tokens, at, context } = place
  const phrases = phrasesOf(line)
  const section = findSection(tokens, at, line.text)
  const found: Found[] = [
    findSeats(line.text),
    findRow(line.text),
    findParking(line.text),
    findGeneralAdmission(line.text),
    findMoney(line.text, context.currency),
    findQuantity(line.text),
    findHidden(line.text),
    findInHand(line.text),
    findSplit(line.text, phrases),
    findDelivery(phrases),
    findSeatRange(line.text),
  ].flatMap((cells) => termOf(line, cells))
  if (section)
    found.push({
      kind: 'term',
      tokens: section.tokens,
      cells: sectionCells(section.name),
    })
  const parity = findParity(line.text)
  if (parity) found.push({ kind: 'parity', tokens: countTokens(line, parity.length) })
  const inHand = inHandDateAt(place, line)
  if (inHand) found.push(inHand)
  return found.reduce<Found | undefined>(
    (best, next) => (next.tokens > (best?.tokens ?? 0) ? next : best),
    undefined,
  )
}

function sectionCells(name: string): FoundCells {
  const label = name.charAt(0).toUpperCase() + name.slice(1)
  return {
    length: name.length,
    field: 'section',
    label: /^\d/.test(name) ? `Section ${name}` : label,
    cells: { section: name },
  }
}

function termOf(line: Line, cells: FoundCells | undefined): Found[] {
  const tokens = cells ? countTokens(line, cells.length) : 0
  return cells && tokens > 0 ? [{ kind: 'term', tokens, cells }] : []
}

/** The next words, the longest phrase first; only of letters. */
function phrasesOf({ text, ends }: Line): string[] {
  return ends
    .slice(0, maxPhraseTokens)
    .map((end) => text.slice(0, end))
    .filter((phrase) => /^\p{L}[\p{L}' -]*$/u.test(phrase) && !phrase.endsWith('-'))
    .toReversed()
}

function rangesAt(place: Place, at: number): { tokens: number; ranges: readonly DayRange[] } | undefined {
  const { corrections, order, context } = place
  const line = lineOf(corrections.tokens, at)
  // A week day alone is the coming one.
  const weekday = findRelativeDate(`on ${line.text}`, context.today)
  const dates = [
    findDate(line.text, { today: context.today, order }),
    findRelativeDate(line.text, context.today),
    weekday && { ...weekday, length: weekday.length - 3 },
  ]
  const [longest] = dates
    .flatMap((date) => (date ? [{ ranges: date.ranges, tokens: countTokens(line, date.length) }] : []))
    .toSorted((left, right) => right.tokens - left.tokens)
  return longest && longest.tokens > 0 && longest.ranges.length > 0 ? longest : undefined
}

function dateAt(place: Place): Found | undefined {
  const found = rangesAt(place, place.at)
  return found && { kind: 'date', ...found }
}

/** "in hand from 3 Dec". */
function inHandDateAt(place: Place, line: Line): Found | undefined {
  const lead = inHandLead.exec(line.text)?.[0].trimEnd()
  const before = lead === undefined ? 0 : countTokens(line, lead.length)
  if (before === 0) return undefined
  const date = rangesAt(place, place.at + before)
  const day = date?.ranges[0]?.start
  if (!date || day === undefined) return undefined
  return {
    kind: 'term',
    tokens: before + date.tokens,
    cells: {
      length: 0,
      field: 'in_hand_date',
      label: `In hand ${rangeLabel({ start: day, end: day })}`,
      cells: { in_hand_date: day },
    },
  }
}

function timeAt(line: Line): Found | undefined {
  const found = findTime(line.text)
  const tokens = found ? countTokens(line, found.length) : 0
  return found && tokens > 0 ? { kind: 'time', tokens, time: found.time } : undefined
}

/** A number that nothing explains; the whole line may. */
function numberAt(line: Line): Found | undefined {
  const found = findAmount(line.text)
  const tokens = found ? countTokens(line, found.length) : 0
  return found && tokens > 0 ? { kind: 'number', tokens, amount: found.amount.amount } : undefined
}

import type { DraftCells, DraftField } from '@terrace/contracts/inventory-drafts'
import { rangeLabel } from '@terrace/domain/search/calendar-days'
import type { NamedMeaning } from '@terrace/domain/search/name-index'
import type { DayRange, Span } from '@terrace/domain/search/query-part'
import { noteKindOf } from '../reading/read-notes.ts'
import { seatsFromList } from '../reading/parse-seats.ts'
import { eventKey, eventPart, labelOf } from './find-event.ts'
import { quantityFound, shownAmount } from './find-terms.ts'
import type { FoundCells } from './found-cells.ts'
import type { EventHints, QuickContext, QuickLine, QuickPart } from './quick-line.ts'

/** What was found at a token: `tokens` of them are read. */
export type Found = { tokens: number } & (
  | { kind: 'term'; cells: FoundCells }
  | { kind: 'name'; meanings: readonly NamedMeaning[] }
  | { kind: 'date'; ranges: readonly DayRange[] }
  | { kind: 'time'; time: string }
  | { kind: 'number'; amount: string }
  | { kind: 'side'; side: 'home' | 'away' }
  | { kind: 'parity' | 'connector' | 'text' }
)

export type Item = Span & { text: string; found: Found }

const maxBareQuantity = 20
const minBarePrice = 5

/** Joins what was found along a line into one listing. The first of two contradicting parts counts. */
export function composeLine(text: string, items: readonly Item[], { currency }: QuickContext): QuickLine {
  const line = createDraft()
  const names: (readonly NamedMeaning[])[] = []
  let days: readonly DayRange[] = []
  let time: string | null = null
  let side: EventHints['side'] = null
  for (const [at, item] of items.entries()) {
    const { found, from, to } = item
    if (found.kind === 'term') line.addTerm(item, found.cells)
    if (found.kind === 'name') {
      if (names.length === 1 && /^(?:@|at)$/i.test(items[at - 1]?.text ?? '')) side ??= 'away'
      names.push(found.meanings)
      line.parts.push(eventPart(from, to, labelOf(found.meanings)))
    }
    if (found.kind === 'date') {
      if (days.length > 0) line.addUnread(item)
      else {
        days = found.ranges
        line.parts.push(eventPart(from, to, found.ranges.map(rangeLabel).join(' or ')))
      }
    }
    if (found.kind === 'time') {
      time ??= found.time
      line.parts.push(eventPart(from, to, found.time))
    }
    if (found.kind === 'parity') {
      line.isEveryOther = true
      line.parts.push({ from, to, field: 'seats', label: 'Every other seat' })
    }
    if (found.kind === 'side') {
      side = found.side
      line.parts.push(eventPart(from, to, found.side === 'home' ? 'At home' : 'Away'))
    }
    if (found.kind === 'text') line.addUnread(item)
  }
  readNumbers(line, items, currency)
  readSeats(line)
  readTotal(line, currency)
  readNotes(line)
  const words = names.length === 0 ? line.unread.map((word) => word.text) : []
  const event: EventHints = { names, days, time, words, side, key: eventKey({ names, days, time, side }) }
  return {
    text,
    parts: [...line.parts, ...line.unread.map(unknownPart)].toSorted((left, right) => left.from - right.from),
    cells: line.cells,
    event,
    unread: line.unread,
    notices: line.notices,
    inHandDaysBefore: line.inHandDaysBefore,
  }
}

const unknownPart = ({ from, to }: Span): QuickPart => ({
  from,
  to,
  field: 'unknown',
  label: 'Not understood',
})

type DraftLine = ReturnType<typeof createDraft>

function createDraft() {
  const draft = {
    cells: {} as DraftCells,
    parts: [] as QuickPart[],
    unread: [] as (Span & { text: string })[],
    notices: [] as QuickLine['notices'],
    isEveryOther: false,
    isTotal: false,
    isGeneralAdmission: false,
    inHandDaysBefore: null as number | null,
    notice(field: DraftField, message: string) {
      draft.notices.push({ field, message })
    },
    addUnread({ from, to, text }: Span & { text: string }) {
      draft.unread.push({ from, to, text })
    },
    addTerm(item: Span & { text: string }, found: FoundCells) {
      const { cells, field, label } = found
      const known = Object.entries(cells).find(([name, value]) => {
        const before = draft.cells[name as keyof DraftCells]
        return name !== 'in_hand' && before !== undefined && before !== value
      })
      if (known) {
        draft.notice(field, `says two things; “${item.text}” was not used`)
        draft.addUnread(item)
        return
      }
      Object.assign(draft.cells, cells)
      draft.isEveryOther ||= found.isEveryOther === true
      draft.isTotal ||= found.isTotal === true
      draft.isGeneralAdmission ||= found.isGeneralAdmission === true
      draft.inHandDaysBefore ??= found.inHandDaysBefore ?? null
      draft.parts.push({ from: item.from, to: item.to, field, label })
    },
  }
  return draft
}

/** Numbers without a word: the first small one is how many, the last one the price. Said, because it is a guess. */
function readNumbers(line: DraftLine, items: readonly Item[], currency: string): void {
  const numbers = items.flatMap((item) =>
    item.found.kind === 'number' ? [{ item, amount: item.found.amount }] : [],
  )
  const small = (amount: string) =>
    /^\d+$/.test(amount) && Number(amount) >= 1 && Number(amount) <= maxBareQuantity
  const hasQuantity = line.cells.quantity !== undefined
  const hasPrice = line.cells.price !== undefined
  for (const [at, { item, amount }] of numbers.entries()) {
    const isLast = at === numbers.length - 1
    const quantity =
      at === 0 && !hasQuantity && small(amount) && (!isLast || hasPrice || line.cells.seats === undefined)
        ? quantityFound(item.text, Number(amount))
        : undefined
    if (quantity) {
      line.addTerm(item, quantity)
      line.notice('quantity', `was read from “${item.text}”; write ${item.text} x to be sure`)
    } else if (isLast && !hasPrice && Number(amount) >= minBarePrice) {
      const label = `Price ${shownAmount(amount, currency)}`
      line.addTerm(item, { length: 0, field: 'price', label, cells: { price: amount } })
      line.notice('price', `was read from “${item.text}”; write ${shownAmount(amount, currency)} to be sure`)
    } else line.addUnread(item)
  }
}

/** Odd or even seats without a number of tickets count themselves. General admission has no seats. */
function readSeats(line: DraftLine): void {
  const { cells } = line
  if (line.isGeneralAdmission && cells.section === undefined && cells.row !== undefined) {
    cells.section = cells.row
    delete cells.row
  }
  if (!line.isEveryOther || cells.quantity !== undefined) return
  const [, first, last] = /^(\d+)-(\d+)$/.exec(cells.seats ?? '') ?? []
  const distance = Number(last) - Number(first)
  if (distance > 0 && distance % 2 === 0) cells.quantity = String(distance / 2 + 1)
}

/** A price for all tickets becomes the price of one. */
function readTotal(line: DraftLine, currency: string): void {
  const { cells } = line
  if (!line.isTotal || cells.price === undefined) return
  const quantity = Number(cells.quantity ?? seatCount(cells) ?? 0)
  const shown = shownAmount(cells.price, cells.currency ?? currency)
  const minor = Math.round(Number(cells.price) * 100)
  if (quantity < 1 || minor % quantity !== 0) {
    delete cells.price
    line.notice('price', `${shown} in total cannot be divided; write the price of one ticket`)
    return
  }
  cells.price = (minor / quantity / 100).toFixed(2)
  line.notice(
    'price',
    `is ${shownAmount(cells.price, cells.currency ?? currency)} per ticket, from ${shown} in total`,
  )
}

function seatCount({ seats }: DraftCells): number | null {
  const parsed = seats === undefined ? undefined : seatsFromList(seats, null)
  return parsed && !('code' in parsed) ? parsed.count : null
}

/** Words that describe the seats become notes for buyers; other words are reported as not understood. */
function readNotes(line: DraftLine): void {
  const phrases: (Span & { text: string })[][] = []
  for (const word of line.unread.toSorted((left, right) => left.from - right.from)) {
    const last = phrases.at(-1)
    const end = last?.at(-1)?.to
    if (last && end !== undefined && word.from - end <= 1) last.push(word)
    else phrases.push([word])
  }
  const notes = phrases.filter(
    (words) => noteKindOf(words.map(({ text }) => text).join(' ')) !== 'information',
  )
  if (notes.length === 0) return
  const used = new Set(notes.flat())
  line.unread = line.unread.filter((word) => !used.has(word))
  line.cells.public_notes = notes.map((words) => words.map(({ text }) => text).join(' ')).join(', ')
  for (const words of notes) {
    const [first] = words
    const last = words.at(-1)
    if (first && last)
      line.parts.push({ from: first.from, to: last.to, field: 'public_notes', label: 'Note for buyers' })
  }
}

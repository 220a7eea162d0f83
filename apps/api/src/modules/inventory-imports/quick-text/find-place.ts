import { sectionWord } from '@terrace/domain/tickets/section-names'
import type { Token } from '@terrace/domain/search/query-tokens'
import type { FoundCells } from './found-cells.ts'

const seatNumbers = String.raw`\d{1,5}(?: ?(?:-|–|to|thru|through) ?\d{1,5})?(?:(?: ?[,/&+] ?| and )\d{1,5}(?![.:]\d| ?(?:x|tickets?|tix)\b))*`
const parity = String.raw`(?: ?\(?(odds?|evens?)(?: (?:only|numbers?|seats?))?\)?)?`
const seats = new RegExp(
  `^(?:(?:seats?|sts?|seat numbers?)(?: ?#| nos?\\.?)?:? ?|s(?=\\d))(${seatNumbers})${parity}(?![\\p{L}\\p{N}])`,
  'iu',
)
const seatRange = new RegExp(`^(\\d{1,5} ?(?:-|–) ?\\d{1,5})${parity}(?![\\p{L}\\p{N}])`, 'iu')
const parityAlone = /^(odds?|evens?)(?: (?:only|numbers?|seats?))?(?![\p{L}\p{N}])/iu
const row =
  /^(?:(?:row|rw) ?[:#]? ?(?!seats?\b|sts?\b)([a-z]{1,3}\d{0,3}|\d{1,3}[a-z]?)|r(\d{1,3}))(?![\p{L}\p{N}])/iu
const rowFollows = /^[a-z]{0,2}\d{1,4}[a-z]?,? ?(?:(?:row|rw) ?[:#]? ?[a-z\d]|r\d)/iu
const code = /^(?:\d{1,4}[a-z]?|[a-z]{1,2}\d{1,4}[a-z]?|[a-z])$/i
const gluedBlock = /^([a-z]+?)(\d{1,4}[a-z]?)$/i
const generalAdmission = /^(?:ga|general admission|unreserved|standing)(?![\p{L}\p{N}])/iu
const parking =
  /^(?:(?:car )?park(?:ing)?(?: (?:pass(?:es)?|lot|space|only))?|car ?park)(?: [a-z]?\d{1,3})?(?![\p{L}\p{N}])/iu
/** Fillers of section names that mean something else in front of a number. */
const noStart: ReadonlySet<string> = new Set('seat seats seating of the no nr number home away'.split(' '))

export function findSeats(line: string): FoundCells | undefined {
  const match = seats.exec(line)
  if (!match) return undefined
  const [text, numbers = '', oddOrEven] = match
  return seatsFound(text, numbers, oddOrEven)
}

/** A range without the word "seats", such as 101-104. */
export function findSeatRange(line: string): FoundCells | undefined {
  const match = seatRange.exec(line)
  if (!match) return undefined
  const [text, numbers = '', oddOrEven] = match
  return seatsFound(text, numbers, oddOrEven)
}

/** "odd" or "even" apart from the seats. */
export function findParity(line: string): { length: number } | undefined {
  const match = parityAlone.exec(line)
  return match ? { length: match[0].length } : undefined
}

function seatsFound(text: string, numbers: string, oddOrEven: string | undefined): FoundCells {
  const list = numbers
    .replaceAll(/ ?(?:–|to|thru|through) ?/g, '-')
    .replaceAll(/ ?- ?/g, '-')
    .replaceAll(/ ?(?:[/&+,]|and) ?/g, ',')
  const isSingle = /^\d+$/.test(list)
  return {
    length: text.length,
    field: 'seats',
    label: `${isSingle ? 'Seat' : 'Seats'} ${list.replaceAll(',', ', ').replace('-', '–')}`,
    cells: isSingle ? { seat_from: list } : { seats: list },
    ...(oddOrEven !== undefined && { isEveryOther: true }),
  }
}

export function findRow(line: string): FoundCells | undefined {
  const match = row.exec(line)
  const name = (match?.[1] ?? match?.[2])?.toUpperCase()
  if (!match || name === undefined) return undefined
  return { length: match[0].length, field: 'row', label: `Row ${name}`, cells: { row: name } }
}

export function findParking(line: string): FoundCells | undefined {
  const match = parking.exec(line)
  if (!match) return undefined
  return { length: match[0].length, field: 'section', label: 'Parking', cells: { section: 'Parking' } }
}

export function findGeneralAdmission(line: string): FoundCells | undefined {
  const match = generalAdmission.exec(line)
  if (!match) return undefined
  return {
    length: match[0].length,
    field: 'row',
    label: 'General admission',
    cells: { row: match[0] },
    isGeneralAdmission: true,
  }
}

/** A section by its words ("lower tier block 12", "club level", "blk12") or by its code before a row ("104 row 22"). */
export function findSection(tokens: readonly Token[], at: number, line: string): FoundSection | undefined {
  const first = tokens[at]
  if (!first?.isWord || first.isQuoted) return undefined
  const [, prefix = '', rest] = gluedBlock.exec(first.folded) ?? []
  if (rest !== undefined && prefix.length > 1 && sectionWord(prefix) === 'block' && !noStart.has(prefix))
    return { tokens: 1, name: `${prefix} ${rest}` }
  if (code.test(first.folded) && rowFollows.test(line)) return { tokens: 1, name: first.folded }
  if (noStart.has(first.folded) || sectionWord(first.folded) === null) return undefined
  return sectionOfWords(tokens, at)
}

export interface FoundSection {
  tokens: number
  name: string
}

function sectionOfWords(tokens: readonly Token[], at: number): FoundSection | undefined {
  const words: string[] = []
  const kinds = new Set<string>()
  let count = 0
  let hasCode = false
  for (let next = at; next < Math.min(tokens.length, at + 8); next += 1) {
    const token = tokens[next]
    if (!token || token.isQuoted) break
    // "Upper-tier", "block: 12".
    if (!token.isWord) {
      if (!/^[-:#.]$/.test(token.folded) || hasCode) break
      continue
    }
    const kind = sectionWord(token.folded)
    const isCode = code.test(token.folded) && !hasCode && kinds.size > 0
    if (kind === null && !isCode) break
    // After the number, only a side or level belongs to it: "104 upper".
    if (words.length > 0 && (noStart.has(token.folded) || (hasCode && kind === 'block'))) break
    if (isCode && kind === null) hasCode = true
    else if (kind !== null) kinds.add(kind)
    words.push(token.folded)
    count = next - at + 1
  }
  const isNamed = hasCode || (kinds.has('level') && kinds.has('block'))
  return isNamed ? { tokens: count, name: words.join(' ') } : undefined
}

import { isSplitType, type SplitType } from '@terrace/domain/tickets/split-rules'
import type { RowSplit, RowWarning } from './inventory-row.ts'

const words: ReadonlyMap<string, SplitType> = new Map(
  (
    [
      ['No Preferences', 'any default nopreferences anysplit'],
      [
        'Avoid Leaving One Ticket',
        'neverleaveone dontleaveone avoidone nosingles avoidleavingoneticket avoidoneandthree',
      ],
      ['All Together', 'nosplit none together alltogether selltogether'],
      ['Single Tickets', 'singletickets'],
      ['Single Seats', 'singleseats'],
    ] as const
  ).flatMap(([type, names]) => names.split(' ').map((name): [string, SplitType] => [name, type])),
)

const keyOf = (word: string) => word.toLowerCase().replaceAll(/[^a-z]/g, '')

export type ParsedSplit = { split: RowSplit | null; warnings: RowWarning[] } | { problem: string }

interface SplitCells {
  rule: string
  list: string
  unit: string
  quantity: number | null
}

/**
 * The split rule of a row. A list is expressed by the rule that allows the same quantities; when none does, by the
 * nearest one, with a warning.
 */
export function parseSplit(
  { rule, list, unit, quantity }: SplitCells,
  ownWords: Readonly<Record<string, string>> = {},
): ParsedSplit {
  const own = Object.entries(ownWords).find(([word]) => keyOf(word) === keyOf(rule))?.[1]
  const key = keyOf(own ?? rule)
  if (key === 'pairs') return plain('Sell In Multiples', 2)
  if (key === 'sellinmultiples') {
    const parsed = Number(unit || list)
    return Number.isSafeInteger(parsed) && parsed >= 1
      ? plain('Sell In Multiples', parsed)
      : { problem: '"Sell In Multiples" needs the number of tickets that are sold together' }
  }
  const named = isSplitType(own ?? rule) ? (own ?? rule) : words.get(key)
  if (named !== undefined && isSplitType(named)) return plain(named, null)
  if (key !== '' && key !== 'custom') return { problem: `"${rule}" is no split rule that Terrace knows` }
  const [, inRule = ''] = /^custom\s*:\s*(.+)$/i.exec(rule) ?? []
  const text = list === '' ? inRule : list
  if (text === '')
    return key === '' ? { split: null, warnings: [] } : { problem: 'CUSTOM needs a list such as 2:4' }
  const numbers = text
    .split(/[:,;|\s]+/)
    .filter(Boolean)
    .map(Number)
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 1))
    return { problem: `"${text}" is not a list of quantities such as 2:4` }
  return splitOfList(numbers, quantity)
}

function plain(splitType: SplitType, unit: number | null): ParsedSplit {
  return { split: { splitType, unit, list: null }, warnings: [] }
}

function splitOfList(numbers: readonly number[], quantity: number | null): ParsedSplit {
  const warnings: RowWarning[] = []
  const list = [...new Set(numbers)].toSorted((left, right) => left - right)
  if (quantity === null) return { split: ruleOf(list, list.at(-1) ?? 1).split, warnings }
  const within = list.filter((number) => number <= quantity)
  if (within.length < list.length)
    warnings.push({ code: 'split_above_quantity', message: `Quantities above ${quantity} were ignored` })
  if (!within.includes(quantity)) {
    within.push(quantity)
    warnings.push({
      code: 'split_incomplete',
      message: `The list does not end at ${quantity}, so all ${quantity} together were allowed too`,
    })
  }
  const { split, isExact } = ruleOf(within, quantity)
  if (!isExact)
    warnings.push({
      code: 'split_approximate',
      message: `"${within.join(', ')}" of ${quantity} was read as "${split.splitType}"`,
    })
  return { split, warnings }
}

function ruleOf(list: number[], quantity: number): { split: RowSplit; isExact: boolean } {
  const allowed = (keep: (number: number) => boolean) =>
    Array.from({ length: quantity }, (_, at) => at + 1).filter(keep)
  const isList = (numbers: readonly number[]) => numbers.join(',') === list.join(',')
  const unit = list.reduce(greatestDivisor)
  const split = (splitType: SplitType, own: number | null = null): RowSplit => ({
    splitType,
    unit: own,
    list,
  })
  if (isList([quantity])) return { split: split('All Together'), isExact: true }
  if (isList(allowed(() => true))) return { split: split('No Preferences'), isExact: true }
  if (unit > 1)
    return {
      split: split('Sell In Multiples', unit),
      isExact: isList(allowed((number) => number % unit === 0)),
    }
  return {
    split: split('Avoid Leaving One Ticket'),
    isExact: isList(allowed((number) => number !== quantity - 1)),
  }
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right)
}

import { isSplitType, type SplitType } from '@terrace/domain/tickets/split-rules'
import type { RowSplit, RowWarning } from './inventory-row.ts'

const words: ReadonlyMap<string, SplitType> = new Map(
  (
    [
      ['No Preferences', 'any default nopreferences anysplit anysplits splitany singlesok'],
      [
        'Avoid Leaving One Ticket',
        'neverleaveone dontleaveone avoidone nosingles avoidleavingoneticket avoidoneandthree dontleaveasingle neverleaveasingle noleavingone',
      ],
      [
        'All Together',
        'nosplit nosplits none together alltogether selltogether soldtogether dontsplit mustselltogether',
      ],
      ['Single Tickets', 'singletickets'],
      ['Single Seats', 'singleseats'],
    ] as const
  ).flatMap(([type, names]) => names.split(' ').map((name): [string, SplitType] => [name, type])),
)

const pairs: ReadonlySet<string> = new Set('pairs pairsonly inpairs sellinpairs soldinpairs'.split(' '))

const keyOf = (word: string) => word.toLowerCase().replaceAll(/[^a-z]/g, '')

export type ParsedSplit = { split: RowSplit | null; warnings: RowWarning[] } | { problem: string }

interface SplitCells {
  rule: string
  list: string
  unit: string
  quantity: number | null
}

/** The split rule of a row. A list becomes the rule that allows the same quantities, if there is one. */
export function parseSplit(
  { rule, list, unit, quantity }: SplitCells,
  ownWords: Readonly<Record<string, string>> = {},
): ParsedSplit {
  const own = Object.entries(ownWords).find(([word]) => keyOf(word) === keyOf(rule))?.[1]
  const key = keyOf(own ?? rule)
  if (pairs.has(key)) return plain('Sell In Multiples', 2)
  if (key === 'sellinmultiples') {
    const parsed = Number(unit || list)
    return Number.isSafeInteger(parsed) && parsed >= 1
      ? plain('Sell In Multiples', parsed)
      : { problem: '"Sell In Multiples" needs the number of tickets that are sold together' }
  }
  const named = isSplitType(own ?? rule) ? (own ?? rule) : words.get(key)
  // Terrace's own files have the rule and, where it says less than the list, the list.
  if (named !== undefined && isSplitType(named) && !(isSplitType(rule) && list !== ''))
    return plain(named, null)
  if (named === undefined && key !== '' && key !== 'custom')
    return { problem: `"${rule}" is not a split rule that we know` }
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
  if (quantity === null) return { split: { splitType: 'No Preferences', unit: null, list }, warnings }
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
  return { split: ruleOf(within, quantity), warnings }
}

function ruleOf(list: number[], quantity: number): RowSplit {
  const isList = (keep: (number: number) => boolean) =>
    Array.from({ length: quantity }, (_, at) => at + 1)
      .filter(keep)
      .join(',') === list.join(',')
  const unit = list.reduce(greatestDivisor)
  const rule = (splitType: SplitType, own: number | null = null): RowSplit => ({
    splitType,
    unit: own,
    list: null,
  })
  if (isList((number) => number === quantity)) return rule('All Together')
  if (isList(() => true)) return rule('No Preferences')
  if (unit > 1 && isList((number) => number % unit === 0)) return rule('Sell In Multiples', unit)
  if (isList((number) => number !== quantity - 1)) return rule('Avoid Leaving One Ticket')
  return { splitType: 'No Preferences', unit: null, list }
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right)
}

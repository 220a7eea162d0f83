import type { UpdateListingBody } from '@terrace/contracts/inventory-edit'
import { maxInternalNotesLength, maxListingTags, maxTagLength } from '@terrace/contracts/inventory-limits'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { formatMoney, parseDecimal, toDecimal } from '@terrace/domain/money/money'
import { isDay } from '@terrace/domain/time/dates'

/** Fields that are edited in the grid, and pasted into it. */
export const cellFields = [
  'price',
  'floor',
  'cost',
  'shown_quantity',
  'in_hand_date',
  'internal_notes',
  'tags',
] as const
export type CellField = (typeof cellFields)[number]

export type CellChange = Pick<Partial<UpdateListingBody>, CellField>
export type ParsedCell = { ok: true; change: CellChange } | { ok: false; message: string }

export const fieldTitles: Readonly<Record<CellField, string>> = {
  price: 'Price',
  floor: 'Floor',
  cost: 'Cost',
  shown_quantity: 'Shown',
  in_hand_date: 'In hand',
  internal_notes: 'Internal notes',
  tags: 'Tags',
}

const isCellField = (id: string): id is CellField => cellFields.some((field) => field === id)

/** The value as text to edit or copy: amounts without a symbol, days as `2026-11-25`. */
export function cellText(row: WireInventoryRow, field: CellField): string {
  switch (field) {
    case 'shown_quantity':
      return row.shown_quantity?.toString() ?? ''
    case 'in_hand_date':
      return row.in_hand_date
    case 'internal_notes':
      return row.internal_notes ?? ''
    case 'tags':
      return row.tags.join(', ')
    default:
      return row[field]?.amount ?? ''
  }
}

/** Reads typed or pasted text as a change of the listing, or says what would be right. */
export function parseCell(row: WireInventoryRow, field: CellField, text: string): ParsedCell {
  const typed = text.trim()
  switch (field) {
    case 'price':
    case 'floor':
    case 'cost':
      return parseAmount(row, field, typed)
    case 'shown_quantity':
      if (typed === '' || /^all$/i.test(typed)) return changed({ shown_quantity: null })
      return /^[1-9]\d{0,4}$/.test(typed) && Number(typed) <= 10_000
        ? changed({ shown_quantity: Number(typed) })
        : failed('Type how many tickets buyers see, such as 4. Leave it empty to show all.')
    case 'in_hand_date': {
      const day = parseDay(typed)
      return day === undefined
        ? failed('Type a date such as 2026-12-01 or 1/12/2026.')
        : changed({ in_hand_date: day })
    }
    case 'internal_notes':
      return typed.length > maxInternalNotesLength
        ? failed(`Notes have at most ${maxInternalNotesLength} characters.`)
        : changed({ internal_notes: typed === '' ? null : typed })
    default:
      return parseTags(typed)
  }
}

const changed = (change: CellChange): ParsedCell => ({ ok: true, change })
const failed = (message: string): ParsedCell => ({ ok: false, message })

/** Digits of an amount as sellers type or paste it: '£1,600.00', '95', '95.5'; `undefined` for anything else. */
export function amountDigits(typed: string, currency: string): number | undefined {
  const text = typed
    .replace(/^(?:[A-Z]{3}|\p{Sc}|zł)\s*|\s*(?:[A-Z]{3}|\p{Sc}|zł)$/gu, '')
    .replaceAll(/[\s\u00A0]/g, '')
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(text)) return undefined
  const parsed = parseDecimal(text.replaceAll(',', ''), currencyExponent(currency))
  return parsed.ok ? parsed.minor : undefined
}

function parseAmount(row: WireInventoryRow, field: 'price' | 'floor' | 'cost', typed: string): ParsedCell {
  if (typed === '' && field !== 'price') return changed({ [field]: null })
  const { currency } = row.price
  const minor = amountDigits(typed, currency)
  if (minor === undefined) return failed('Type an amount such as 95.00.')
  if (minor === 0 && field === 'price') return failed('Type a price above zero.')
  if (field === 'price' && row.floor && minor < fromWireMoney(row.floor).minor)
    return failed(`Type at least your floor, ${formatMoney(fromWireMoney(row.floor))}.`)
  return changed({ [field]: toDecimal(minor, currencyExponent(currency)) })
}

/** '2026-12-01', or day, month and year: '1/12/2026'. */
function parseDay(typed: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(typed) ?? []
  const text = year === '' ? typed : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

function parseTags(typed: string): ParsedCell {
  const tags = typed.split(/[,\n]/).map((tag) => tag.trim())
  const unique = tags.filter(
    (tag, index) =>
      tag !== '' && tags.findIndex((each) => each.toLowerCase() === tag.toLowerCase()) === index,
  )
  if (unique.length > maxListingTags) return failed(`Type at most ${maxListingTags} tags.`)
  if (unique.some((tag) => tag.length > maxTagLength))
    return failed(`A tag has at most ${maxTagLength} characters.`)
  return changed({ tags: unique })
}

/** Whether the change would leave the listing as it is. */
export function isSameValue(row: WireInventoryRow, change: CellChange): boolean {
  return Object.entries(change).every(([field, value]) => {
    const current = isCellField(field) ? row[field] : undefined
    if (isMoney(current)) return sameAmount(current, value)
    return JSON.stringify(current ?? null) === JSON.stringify(value ?? null)
  })
}

const isMoney = (value: unknown): value is WireMoney =>
  typeof value === 'object' && value !== null && 'amount' in value

function sameAmount(current: WireMoney, value: unknown): boolean {
  return typeof value === 'string' && Number(current.amount) === Number(value)
}

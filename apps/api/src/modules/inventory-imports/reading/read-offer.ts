import { isTradableCurrency } from '@terrace/domain/money/currencies'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { InventoryRow, RowSplit } from './inventory-row.ts'
import { parseDelivery } from './parse-delivery.ts'
import { parseSplit } from './parse-split.ts'
import { parseDay, splitDayAndTime } from './parse-when.ts'
import { notesOfKind, readInternalNotes, readPublicNotes } from './read-notes.ts'
import { given, type RowReader } from './row-reader.ts'

type Offer = Pick<
  InventoryRow,
  | 'priceMinor'
  | 'currency'
  | 'split'
  | 'delivery'
  | 'inHand'
  | 'inHandDays'
  | 'instant'
  | 'notes'
  | 'internalNotes'
  | 'barcodes'
>

/** What the row asks, and on which terms. Words in notes count where no column says otherwise. */
export function readOffer(reader: RowReader, quantity: number | null): Offer {
  const open = readPublicNotes(reader.get('public_notes'))
  const internal = readInternalNotes(reader.get('internal_notes'))
  const isTransfer = open.isTransfer || internal.isTransfer
  const delivery = readDelivery(reader, isTransfer)
  const inHandDays = reader.get('in_hand_days') === '' ? undefined : readDays(reader)
  return {
    ...readPrice(reader),
    split: readSplit(reader, quantity, open.splitWord ?? internal.splitWord),
    delivery,
    inHand: readInHand(reader),
    ...(inHandDays !== undefined && { inHandDays }),
    ...readBarcodes(reader, quantity),
    instant: readInstant(reader, delivery),
    notes: notesOf(reader, open.notes),
    internalNotes: given(reader, 'internal_notes', () => internal.text.slice(0, 2000) || null),
  }
}

function readPrice(reader: RowReader): { priceMinor: number | null; currency: string } {
  const { format } = reader
  if (reader.get('price') === '' && !format.isPatch) reader.addProblem('price', 'price_missing', 'is empty')
  const { currency } = reader
  if (!isTradableCurrency(currency))
    reader.addProblem(
      'currency',
      'currency',
      `"${currency}" is not a currency in which tickets are sold here`,
    )
  return { priceMinor: reader.amount('price'), currency }
}

function readSplit(reader: RowReader, quantity: number | null, inNotes: string | null): RowSplit | null {
  const cells = {
    rule: reader.get('split_rule'),
    list: reader.get('split_list'),
    unit: reader.get('split_unit'),
  }
  const isGiven = cells.rule !== '' || cells.list !== ''
  const parsed = parseSplit(
    { ...(isGiven ? cells : { rule: inNotes ?? '', list: '', unit: '' }), quantity },
    reader.format.splitWords,
  )
  if ('problem' in parsed) {
    reader.addProblem('split_rule', 'split', parsed.problem)
    return null
  }
  for (const warning of parsed.warnings) reader.addWarning(warning)
  if (isGiven && inNotes !== null) {
    const noted = parseSplit({ rule: inNotes, list: '', unit: '', quantity })
    if ('split' in noted && noted.split?.splitType !== parsed.split?.splitType)
      reader.addWarning({
        code: 'split_contradicts',
        message: `The notes say ${inNotes}; the column was used`,
      })
  }
  return parsed.split
}

function readDelivery(reader: RowReader, isTransfer: boolean): DeliveryType | null {
  const word = reader.get('delivery')
  const parsed = word === '' ? undefined : parseDelivery(word, reader.format.deliveryWords)
  if (word !== '' && parsed === undefined) {
    reader.addProblem('delivery', 'delivery', `"${word}" is not a delivery type that we know`)
    return null
  }
  if (parsed !== undefined) {
    if (isTransfer && parsed !== 'mobile' && parsed !== 'mobile-link')
      reader.addWarning({
        code: 'delivery_contradicts',
        message: `The notes say that the tickets are transferred, the column says "${word}"; the column was used`,
      })
    return parsed
  }
  if (isTransfer) return 'mobile'
  const isElectronic = reader.flag('electronic')
  return isElectronic === null ? null : isElectronic ? 'eTicket' : 'paper'
}

function readInHand(reader: RowReader): string | null {
  const cell = reader.get('in_hand_date')
  if (cell !== '') {
    const day = parseDay(splitDayAndTime(cell).day, reader.format.dateOrder)
    if (day === undefined) reader.addProblem('in_hand_date', 'in_hand_date', `"${cell}" is not a date`)
    return day ?? null
  }
  return reader.flag('in_hand') === true ? 'now' : null
}

function readInstant(reader: RowReader, delivery: DeliveryType | null): boolean | undefined {
  const isInstant = given(reader, 'instant', (field) => reader.flag(field) ?? false)
  if (isInstant !== true || delivery === null || delivery === 'eTicket') return isInstant
  reader.addWarning({
    code: 'instant_ignored',
    message: 'Only E-tickets can be downloaded at once, so the row was read as not instant',
  })
  return false
}

function notesOf(reader: RowReader, open: ListingNote[]): ListingNote[] | undefined {
  const fields = ['public_notes', 'benefit_notes', 'restriction_notes', 'information_notes'] as const
  if (fields.every((field) => reader.meaningOf(field) === undefined)) return undefined
  if (reader.format.isPatch && fields.every((field) => reader.get(field) === '')) return undefined
  return [
    ...notesOfKind(reader.get('benefit_notes'), 'benefit'),
    ...notesOfKind(reader.get('restriction_notes'), 'restriction'),
    ...notesOfKind(reader.get('information_notes'), 'information'),
    ...open,
  ]
}

function readDays(reader: RowReader): number | undefined {
  const text = reader.get('in_hand_days')
  if (/^\d{1,3}$/.test(text) && Number(text) <= 365) return Number(text)
  reader.addProblem('in_hand_days', 'in_hand_days', `"${text}" is not a number of days from 0 to 365`)
  return undefined
}

/** Barcodes belong to seats from low to high, so a wrong count would hand out wrong tickets. */
function readBarcodes(reader: RowReader, quantity: number | null): { barcodes?: string[] } {
  const barcodes = reader
    .get('barcodes')
    .split(/[|,;]/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const count = barcodes.length
  if (count === 0) return {}
  if (quantity !== null && count !== quantity)
    reader.addProblem('barcodes', 'barcodes', `names ${count} barcodes, but the quantity is ${quantity}`)
  else if (new Set(barcodes).size !== count)
    reader.addProblem('barcodes', 'barcode_twice', 'names a barcode twice')
  return { barcodes }
}

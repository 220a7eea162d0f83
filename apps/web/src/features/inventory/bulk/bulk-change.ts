import type { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { maxListingTags } from '@terrace/contracts/inventory-limits'
import type { BodyInputOf } from '@terrace/contracts/route'
import { deliveryTypes, type DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { NoteKind } from '@terrace/domain/tickets/listing-notes'
import type { SplitType } from '@terrace/domain/tickets/split-rules'
import { inHandProblem, parseInHand } from '#web/features/inventory/edit/in-hand.ts'
import { untilInHours } from '#web/features/inventory/edit/own-hold.ts'

type PreviewBody = BodyInputOf<typeof inventoryBulkRoutes.preview>
export type BulkChangeInput = PreviewBody['change']
export type BulkSelectionInput = PreviewBody['selection']

export const bulkFields = [
  'price',
  'floor',
  'split',
  'shown_quantity',
  'in_hand_date',
  'ticket_type',
  'notes',
  'internal_notes',
  'tags',
  'published',
  'own_hold',
] as const
export type BulkField = (typeof bulkFields)[number]

/** What the bulk bar holds, as typed. Only the fields of `field` count. */
export interface BulkDraft {
  field: BulkField
  priceBy: 'percent' | 'amount' | 'set' | 'match' | 'undercut'
  /** '-4' for percent and amount; an amount for set and undercut. */
  price: string
  /** '' does not round. */
  roundTo: string
  belowFloor: 'use_floor' | 'skip'
  /** 'none' removes the floor. */
  floorBy: 'cost' | 'price' | 'set' | 'none'
  /** '10' for a percentage of cost or price; an amount for set. */
  floor: string
  split: SplitType
  unit: string
  shown: string
  day: string
  delivery: DeliveryType
  mode: 'add' | 'replace' | 'remove'
  noteKind: NoteKind
  text: string
  published: boolean
  /** '' takes every free ticket. */
  held: string
  /** '' ends the hold. */
  holdHours: string
}

export const emptyDraft: BulkDraft = {
  field: 'price',
  priceBy: 'percent',
  price: '',
  roundTo: '',
  belowFloor: 'use_floor',
  floorBy: 'cost',
  floor: '',
  split: 'Avoid Leaving One Ticket',
  unit: '2',
  shown: '',
  day: '',
  delivery: deliveryTypes[1],
  mode: 'add',
  noteKind: 'information',
  text: '',
  published: false,
  held: '',
  holdHours: '24',
}

export type ParsedBulk = { ok: true; change: BulkChangeInput } | { ok: false; message: string }

const changed = (change: BulkChangeInput): ParsedBulk => ({ ok: true, change })
const failed = (message: string): ParsedBulk => ({ ok: false, message })

/** The change as the server takes it, or what is missing. */
export function parseBulk(draft: BulkDraft): ParsedBulk {
  const text = draft.text.trim()
  switch (draft.field) {
    case 'price':
      return parsePrice(draft)
    case 'floor':
      return parseFloor(draft)
    case 'split': {
      const isMultiples = draft.split === 'Sell In Multiples'
      if (isMultiples && !/^[1-9]\d{0,3}$/.test(draft.unit)) return failed('Type the multiple, such as 2.')
      return changed({
        split: { split_type: draft.split, ...(isMultiples && { multiple_sale_unit: Number(draft.unit) }) },
      })
    }
    case 'shown_quantity':
      if (draft.shown.trim() === '') return changed({ shown_quantity: null })
      return /^[1-9]\d{0,3}$/.test(draft.shown.trim())
        ? changed({ shown_quantity: Number(draft.shown) })
        : failed('Type a whole number, or nothing to show all.')
    case 'in_hand_date': {
      const inHand = parseInHand(draft.day)
      return inHand === null ? failed(inHandProblem) : changed(inHand)
    }
    case 'ticket_type':
      return changed({ ticket_type: draft.delivery })
    case 'notes': {
      const mode = draft.mode === 'replace' ? 'replace' : 'add'
      if (text === '' && mode === 'add') return failed('Type a note.')
      return changed({ notes: { mode, notes: text === '' ? [] : [{ kind: draft.noteKind, text }] } })
    }
    case 'internal_notes': {
      const mode = draft.mode === 'replace' ? 'replace' : 'add'
      if (text === '' && mode === 'add') return failed('Type a note.')
      return changed({ internal_notes: { mode, text: text || null } })
    }
    case 'tags': {
      const tags = text.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]))
      if (tags.length === 0 && draft.mode !== 'replace') return failed('Type a tag.')
      if (tags.length > maxListingTags) return failed(`Type at most ${maxListingTags} tags.`)
      return changed({ tags: { mode: draft.mode, tags } })
    }
    case 'own_hold': {
      if (draft.holdHours === '') return changed({ own_hold: null })
      const held = draft.held.trim()
      if (held !== '' && !/^[1-9]\d{0,3}$/.test(held))
        return failed('Type a whole number, or nothing for all.')
      const until = untilInHours(Number(draft.holdHours))
      return changed({
        own_hold: { quantity: held === '' ? 'all' : Number(held), until, note: text || null },
      })
    }
    default:
      return changed({ published: draft.published })
  }
}

const isPercentage = (text: string): boolean => /^[+-]?\d{1,3}(\.\d{1,2})?%?$/.test(text)
const isAmount = (text: string): boolean => /^\d{1,9}(\.\d{1,2})?$/.test(text) && Number(text) > 0

function parseFloor({ floorBy, floor }: BulkDraft): ParsedBulk {
  const typed = floor.trim().replace('−', '-')
  if (floorBy === 'none') return changed({ floor: null })
  if (floorBy === 'set')
    return isAmount(typed)
      ? changed({ floor: { by: 'set', amount: typed } })
      : failed('Type an amount such as 95.00.')
  return isPercentage(typed)
    ? changed({ floor: { by: floorBy, percent: typed.replace('%', '') } })
    : failed(`Type a percentage such as ${floorBy === 'cost' ? '+10' : '-15'}.`)
}

function parsePrice({ priceBy, price, roundTo, belowFloor }: BulkDraft): ParsedBulk {
  const typed = price.trim().replace('−', '-')
  const rounding = {
    ...(roundTo !== '' && { round: { to: roundTo } }),
    below_floor: belowFloor,
  }
  switch (priceBy) {
    case 'match':
      return changed({ price: { change: { by: 'match' }, ...rounding } })
    case 'percent':
      return isPercentage(typed) && Number.parseFloat(typed) !== 0
        ? changed({ price: { change: { by: 'percent', percent: typed.replace('%', '') }, ...rounding } })
        : failed('Type a percentage such as -4 or +2.5.')
    case 'amount':
      return /^[+-]?\d{1,9}(\.\d{1,2})?$/.test(typed) && Number(typed) !== 0
        ? changed({ price: { change: { by: 'amount', amount: typed }, ...rounding } })
        : failed('Type an amount such as -5 or +2.50.')
    default:
      return isAmount(typed)
        ? changed({ price: { change: { by: priceBy, amount: typed }, ...rounding } })
        : failed('Type an amount such as 95.00.')
  }
}

const fieldTexts: Readonly<Record<BulkField, string>> = {
  price: 'Price',
  floor: 'Floor',
  split: 'Split',
  shown_quantity: 'Shown quantity',
  in_hand_date: 'In hand',
  ticket_type: 'Delivery',
  notes: 'Notes for buyers',
  internal_notes: 'Internal notes',
  tags: 'Tags',
  published: 'Publish',
  own_hold: 'Own hold',
}

export const bulkFieldText = (field: BulkField): string => fieldTexts[field]

import type { WireDraft, WireDraftEvent, WireTextDraft } from '@terrace/contracts/inventory-drafts'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money, toDecimal } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import type { ListingValues } from '#api/modules/supply/index.ts'
import type { QuickLine } from '../quick-text/quick-line.ts'
import type { PlannedDraft } from './draft.ts'
import type { DraftEvent } from './text-events.repo.ts'

export function presentDraft(draft: PlannedDraft): WireDraft {
  const { match, values } = draft
  return {
    cells: draft.cells,
    event_key: match.key,
    event: match.event && presentEvent(match.event),
    event_note: match.note,
    candidates: match.candidates.map(presentEvent),
    problems: draft.problems,
    notices: draft.notices,
    listing: values && presentListing(values, draft.externalId),
    proceeds: values && toWireMoney(sellerProceeds(money(values.price_minor, values.currency))),
  }
}

export function presentTextDraft(
  { text, parts }: QuickLine,
  line: number,
  draft: PlannedDraft,
  isHeading: boolean,
): WireTextDraft {
  return { ...presentDraft(draft), line, text, is_heading: isHeading, parts }
}

const presentEvent = ({ id, title, venue, localAt, timeKnown }: DraftEvent): WireDraftEvent => ({
  id,
  title,
  venue,
  local_at: localAt,
  time_known: timeKnown,
})

function presentListing(values: ListingValues, externalId: string | null): NonNullable<WireDraft['listing']> {
  const amount = (minor: number | null) => (minor === null ? null : toDecimal(minor, 2))
  return {
    event_id: values.event_id,
    external_id: externalId,
    section: values.section,
    row: values.row,
    first_seat: values.seats ? null : values.first_seat,
    seats: values.seats,
    general_admission: values.general_admission,
    seats_hidden: values.seats_hidden,
    quantity: values.quantity,
    shown_quantity: values.shown_quantity,
    price: toDecimal(values.price_minor, 2),
    currency: values.currency,
    cost: amount(values.cost_minor),
    floor: amount(values.floor_minor),
    face_value: amount(values.face_value_minor),
    split: {
      split_type: values.split_type,
      quantity_limit: null,
      multiple_sale_unit: values.multiple_sale_unit,
      split_quantities: values.split_quantities,
    },
    in_hand_date: values.in_hand_date,
    ticket_type: values.ticket_type,
    instant_download: values.instant_download,
    notes: values.notes,
    internal_notes: values.internal_notes,
    tags: values.tags,
    published: values.status === 'active',
  }
}

import type { WireDraft, WireTextDraft } from '@terrace/contracts/inventory-drafts'

const match = {
  id: 17,
  title: 'Arsenal vs Manchester City',
  venue: 'Emirates Stadium',
  local_at: '2030-11-28T15:00',
  time_known: true,
}

/** A complete draft: 4 tickets in block 12 at £180.00. */
export function wireDraft(values: Partial<WireDraft> = {}): WireDraft {
  return {
    cells: { section: 'block 12', quantity: '4', price: '180' },
    event_key: 'arsenal',
    event: match,
    event_note: null,
    candidates: [],
    problems: [],
    notices: [],
    listing: {
      event_id: match.id,
      external_id: null,
      section: 'Block 12',
      row: '8',
      first_seat: 101,
      seats: null,
      general_admission: false,
      seats_hidden: false,
      quantity: 4,
      shown_quantity: null,
      price: '180.00',
      currency: 'GBP',
      cost: null,
      floor: null,
      face_value: null,
      split: {
        split_type: 'No Preferences',
        quantity_limit: null,
        multiple_sale_unit: null,
        split_quantities: null,
      },
      in_hand_date: '2030-11-20',
      ticket_type: 'eTicket',
      instant_download: false,
      notes: [],
      internal_notes: null,
      tags: [],
      published: true,
    },
    proceeds: { amount: '180.00', currency: 'GBP' },
    ...values,
  }
}

/** The draft of a typed line, whose first seven characters name the event. */
export function wireTextDraft(values: Partial<WireTextDraft> = {}): WireTextDraft {
  return {
    ...wireDraft(),
    line: 1,
    text: 'Arsenal 4 x block 12 £180',
    is_heading: false,
    parts: [{ from: 0, to: 7, field: 'event', label: 'Arsenal' }],
    ...values,
  }
}

export const otherMatch = { ...match, id: 18, title: 'Tottenham vs Arsenal' }

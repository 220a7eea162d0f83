/** The six delivery types (spec §3) with two sets of labels (spec §9). */

/** In the spelling of the wire and in display order. */
export const deliveryTypes = [
  'eTicket',
  'mobile',
  'mobile-link',
  'paper',
  'local-delivery',
  'season-cards',
] as const

export type DeliveryType = (typeof deliveryTypes)[number]

const labels: Readonly<Record<DeliveryType, { first: string; second: string }>> = {
  eTicket: { first: 'E-ticket', second: 'E-ticket / Mobile Screenshot' },
  mobile: { first: 'Mobile', second: 'External Transfer' },
  'mobile-link': { first: 'Mobile link/PKPASS', second: 'Mobile Link/PKPASS' },
  // The spec's second set omits paper, so both sets use the same label (product.md §11.4).
  paper: { first: 'Paper', second: 'Paper' },
  'local-delivery': { first: 'Local delivery', second: 'Local Delivery' },
  'season-cards': { first: 'Member/Season Card', second: 'Member/Season Card' },
}

/** The first label of spec §9: short, for lists and filters. */
export function deliveryLabel(type: DeliveryType): string {
  return labels[type].first
}

/** The second label of spec §9, for details and checkout. */
export function detailedDeliveryLabel(type: DeliveryType): string {
  return labels[type].second
}

const deliveryTypeSet: ReadonlySet<string> = new Set(deliveryTypes)

export function isDeliveryType(text: string): text is DeliveryType {
  return deliveryTypeSet.has(text)
}

/** Parses a wire value; `null` when unknown. Accepts `Paper`, the spelling of spec §3. */
export function parseDeliveryType(text: string): DeliveryType | null {
  if (text === 'Paper') return 'paper'
  return isDeliveryType(text) ? text : null
}

/** How tickets reach the buyer: six types (spec §3) with two sets of labels (spec §9). */

/** Spelt as on the wire; in this order wherever they are listed. */
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
  // The spec's second labelling leaves paper out; it stands in both (product.md §11).
  paper: { first: 'Paper', second: 'Paper' },
  'local-delivery': { first: 'Local delivery', second: 'Local Delivery' },
  'season-cards': { first: 'Member/Season Card', second: 'Member/Season Card' },
}

/** The first labelling of spec §9: short, for lists and filters. */
export function deliveryLabel(type: DeliveryType): string {
  return labels[type].first
}

/** The second labelling of spec §9: what the buyer will actually receive, for details and checkout. */
export function secondDeliveryLabel(type: DeliveryType): string {
  return labels[type].second
}

const knownTypes: ReadonlySet<string> = new Set(deliveryTypes)

export function isDeliveryType(text: string): text is DeliveryType {
  return knownTypes.has(text)
}

/** The type that a wire value names, or null. `Paper`, as spec §3 writes it, is accepted for `paper`. */
export function parseDeliveryType(text: string): DeliveryType | null {
  if (text === 'Paper') return 'paper'
  return isDeliveryType(text) ? text : null
}

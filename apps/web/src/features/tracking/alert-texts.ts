import type { WireTrackingSettings } from '@terrace/contracts/tracked-listings'

/** Of what one is told, and how, a line each. */
export function alertTexts({ price_drop, low_stock }: WireTrackingSettings): string[] {
  const few = low_stock.at_most === 1 ? 'one ticket is' : `${low_stock.at_most} tickets or fewer are`
  return [`When the price drops: ${waysText(price_drop)}`, `When ${few} left: ${waysText(low_stock)}`]
}

function waysText({ live, mail }: { live: boolean; mail: boolean }): string {
  const ways = [...(live ? ['on the page'] : []), ...(mail ? ['by email'] : [])]
  return ways.length === 0 ? 'no alert' : ways.join(' and ')
}

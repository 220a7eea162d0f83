import type { WireTrackingSettings } from '@terrace/contracts/tracked-listings'

export function alertTexts({ price_drop, low_stock }: WireTrackingSettings): string[] {
  const lowStockText = low_stock.max_tickets === 1 ? '1 ticket' : `${low_stock.max_tickets} tickets or fewer`
  return [
    `Price drop: ${channelsText(price_drop)}`,
    `Low availability (${lowStockText}): ${channelsText(low_stock)}`,
  ]
}

function channelsText({ live, mail }: { live: boolean; mail: boolean }): string {
  const channels = [...(live ? ['in the app'] : []), ...(mail ? ['by email'] : [])]
  return channels.length === 0 ? 'off' : channels.join(' and ')
}

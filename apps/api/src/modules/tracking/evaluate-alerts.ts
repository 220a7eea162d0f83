import type { AlertKind, TrackingSettings, AlertChannels } from './tracked-listing.ts'

/** After an alert, further changes of the listing are collected for this long and sent as one. */
export const alertCooldownMs = 5 * 60_000

/** Price and stock the account was last informed of, and when. */
export interface AlertBaseline {
  priceMinor: number
  stock: number
  dropNotifiedAt: Date | null
  lowNotifiedAt: Date | null
}

/** The listing as this account sees it: stock includes the tickets its own team holds. */
export interface VisibleStock {
  /** `null` while the listing is unavailable. */
  priceMinor: number | null
  stock: number
}

export interface Evaluation {
  alerts: AlertKind[]
  newBaseline: AlertBaseline
  /** An alert is due but waits for the cool-down. */
  isPending: boolean
}

/**
 * Decides which alerts to send. A price drop is reported once per drop, and a rise only moves the baseline. Low stock
 * is reported once per crossing of the threshold from above; zero is not low stock. An unavailable listing keeps its
 * baseline until it returns.
 */
export function evaluateAlerts(
  baseline: AlertBaseline,
  seen: VisibleStock,
  settings: TrackingSettings,
  now: Date,
): Evaluation {
  const { priceMinor: price, stock } = seen
  if (price === null) return { alerts: [], newBaseline: baseline, isPending: false }
  const { threshold } = settings.lowStock
  const drop = alertTiming(price < baseline.priceMinor, settings.priceDrop, baseline.dropNotifiedAt, now)
  const low = alertTiming(
    baseline.stock > threshold && stock > 0 && stock <= threshold,
    settings.lowStock,
    baseline.lowNotifiedAt,
    now,
  )
  return {
    alerts: [
      ...(drop === 'now' ? (['price_drop'] as const) : []),
      ...(low === 'now' ? (['low_stock'] as const) : []),
    ],
    newBaseline: {
      priceMinor: drop === 'later' ? baseline.priceMinor : price,
      // Zero stock leaves the baseline alone, so a listing that returns with few tickets still triggers an alert.
      stock: low === 'later' || stock <= 0 ? baseline.stock : stock,
      dropNotifiedAt: drop === 'now' ? now : baseline.dropNotifiedAt,
      lowNotifiedAt: low === 'now' ? now : baseline.lowNotifiedAt,
    },
    isPending: drop === 'later' || low === 'later',
  }
}

function alertTiming(
  hasCrossed: boolean,
  { live, mail }: AlertChannels,
  notifiedAt: Date | null,
  now: Date,
): 'now' | 'later' | 'never' {
  if (!hasCrossed || !(live || mail)) return 'never'
  return notifiedAt && now.getTime() - notifiedAt.getTime() < alertCooldownMs ? 'later' : 'now'
}

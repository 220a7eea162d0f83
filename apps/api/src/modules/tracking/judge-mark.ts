import type { AlertKind, TrackingSettings, Ways } from './mark.ts'

/** Changes that come within this time of a word on the same listing wait, and are told together as what they came to. */
export const quietMs = 5 * 60_000

/** What the account knows of the listing, and when it was told of it last. */
export interface Knowledge {
  priceMinor: number
  stock: number
  dropToldAt: Date | null
  lowToldAt: Date | null
}

/** The listing as it is for this account: what its own team holds is still to be had by it. */
export interface Seen {
  /** Null while it is gone. */
  priceMinor: number | null
  stock: number
}

export interface Judged {
  alerts: AlertKind[]
  knowledge: Knowledge
  /** Something is to be told, but not yet. */
  isWaiting: boolean
}

/**
 * What an account is to be told now. A price is told when it falls below the one known, once; a rise is taken note of. Few
 * tickets are told when their number falls to the threshold or below it from above, once; none left is not few. Nothing is
 * told of what is gone: it is compared when it is back.
 */
export function judgeMark(known: Knowledge, seen: Seen, settings: TrackingSettings, now: Date): Judged {
  const { priceMinor: price, stock } = seen
  if (price === null) return { alerts: [], knowledge: known, isWaiting: false }
  const { atMost } = settings.lowStock
  const drop = due(price < known.priceMinor, settings.priceDrop, known.dropToldAt, now)
  const low = due(
    known.stock > atMost && stock > 0 && stock <= atMost,
    settings.lowStock,
    known.lowToldAt,
    now,
  )
  return {
    alerts: [
      ...(drop === 'now' ? (['price_drop'] as const) : []),
      ...(low === 'now' ? (['low_stock'] as const) : []),
    ],
    knowledge: {
      priceMinor: drop === 'later' ? known.priceMinor : price,
      // None at all is no number to compare with: one that is back is as few as it was before.
      stock: low === 'later' || stock <= 0 ? known.stock : stock,
      dropToldAt: drop === 'now' ? now : known.dropToldAt,
      lowToldAt: low === 'now' ? now : known.lowToldAt,
    },
    isWaiting: drop === 'later' || low === 'later',
  }
}

function due(
  hasCrossed: boolean,
  { live, mail }: Ways,
  toldAt: Date | null,
  now: Date,
): 'now' | 'later' | 'never' {
  if (!hasCrossed || !(live || mail)) return 'never'
  return toldAt && now.getTime() - toldAt.getTime() < quietMs ? 'later' : 'now'
}

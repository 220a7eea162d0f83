import type { Converter, EventCache, EventSnapshot, Rates } from '#api/modules/listings/index.ts'
import type { Quote } from '../quote.ts'

/** Event snapshot and rates used to price offers. */
export interface PricingContext {
  eventSnapshot: EventSnapshot
  /** Converts into the quote's currency. */
  converter: Converter
}

interface PricingDeps {
  eventCache: Pick<EventCache, 'get'>
  rates: Pick<Rates, 'converterTo'>
}

/** Reads the event snapshot and rates to price the quote with. */
export async function readPricingContext(
  { eventCache, rates }: PricingDeps,
  { event, currency }: Pick<Quote, 'event' | 'currency'>,
): Promise<PricingContext> {
  const converter = await rates.converterTo(currency)
  if (!converter) throw new Error(`the quote's currency ${currency} is not tradable`)
  return { eventSnapshot: await eventCache.get(event.id), converter }
}

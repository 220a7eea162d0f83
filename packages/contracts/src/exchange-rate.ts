import { z } from 'zod/mini'

/** Reference rate from `currency` to the currency of the amounts, and its date. */
export const wireExchangeRate = z.object({
  currency: z.string(),
  rate: z.string(),
  date: z.string(),
})
export type WireExchangeRate = z.output<typeof wireExchangeRate>

/** Empty in responses of the previous release, which has no rates. */
export const wireExchangeRates = z._default(z.array(wireExchangeRate), [])

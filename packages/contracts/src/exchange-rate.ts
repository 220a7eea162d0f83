import { z } from 'zod/mini'

/** Reference rate from `currency` to the currency of the amounts, and its date. */
export const wireExchangeRate = z.object({
  currency: z.string(),
  rate: z.string(),
  date: z.string(),
})
export type WireExchangeRate = z.output<typeof wireExchangeRate>

/** One for each currency other than that of the amounts. */
export const wireExchangeRates = z.array(wireExchangeRate)

import { z } from 'zod'

/** `/config.json`: all that the browser is told of the configuration (product.md §12, Safety). */
export const browserConfig = z.object({
  product: z.string(),
  brand: z.string(),
  api_base: z.string(),
  ticket_api_base: z.string(),
  dev: z.boolean(),
  payments: z.object({ gateway: z.literal('sandbox'), card_frame_url: z.string() }),
})
export type BrowserConfig = z.output<typeof browserConfig>

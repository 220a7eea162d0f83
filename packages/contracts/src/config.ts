import { z } from 'zod/mini'
import { chatSettings } from './chat.ts'

/** `/config.json`: all that the browser is told of the configuration (product.md §12, Safety). */
export const browserConfig = z.object({
  product: z.string(),
  brand: z.string(),
  api_base: z.string(),
  ticket_api_base: z.string(),
  dev: z.boolean(),
  /** Whose card form stands in the checkout. */
  payments: z.discriminatedUnion('gateway', [
    z.object({ gateway: z.literal('sandbox'), card_frame_url: z.string() }),
    z.object({ gateway: z.literal('stripe'), publishable_key: z.string() }),
  ]),
  /** The line that the buyer policy names (spec §2). */
  support_phone: z.string(),
  /** Origins on which the application is served; empty: every origin (product.md §12). */
  site_origins: z.readonly(z.array(z.string())),
  /** Where sockets go: the named cluster of hosted Pusher; else the given origin; else the origin of the API. */
  realtime: z.object({
    key: z.string(),
    cluster: z.optional(z.string()),
    origin: z.optional(z.string()),
  }),
  /** Absent where no chat is configured. */
  chat: z.optional(chatSettings),
  /** Who answers searches, and by which public key; without an origin, the page's own or the hosted service's hosts. */
  search: z.object({
    provider: z.enum(['embedded', 'algolia']),
    app_id: z.string(),
    api_key: z.string(),
    origin: z.optional(z.string()),
    /** Numbers of the exchanges in which this marketplace takes part. */
    exchanges: z.readonly(z.array(z.int())),
    analytics_region: z.optional(z.enum(['de', 'us'])),
    personalization_region: z.enum(['eu', 'us']),
  }),
})
export type BrowserConfig = z.output<typeof browserConfig>

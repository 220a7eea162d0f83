import { z } from 'zod/mini'
import { chatSettings } from './chat.ts'

/** `/config.json`: the part of the configuration that the browser receives (product.md §12.7). */
export const browserConfig = z.object({
  product: z.string(),
  brand: z.string(),
  api_base: z.string(),
  ticket_api_base: z.string(),
  dev: z.boolean(),
  /** Selects the card form of the checkout. */
  payments: z.discriminatedUnion('gateway', [
    z.object({ gateway: z.literal('sandbox'), card_frame_url: z.string() }),
    z.object({ gateway: z.literal('stripe'), publishable_key: z.string() }),
  ]),
  /** How long a hold lasts at most. */
  hold_minutes: z.int(),
  /** Support number shown in the buyer policy (spec §2). */
  support_phone: z.string(),
  /** Origins that serve the application; empty allows every origin (product.md §12.6). */
  site_origins: z.readonly(z.array(z.string())),
  /** Socket endpoint: the hosted Pusher `cluster`, else `origin`, else the API's origin. */
  realtime: z.object({
    key: z.string(),
    cluster: z.optional(z.string()),
    origin: z.optional(z.string()),
  }),
  /** Absent when no chat is configured. */
  chat: z.optional(chatSettings),
  /** Whether calls name a trace and are measured, because the server records some. */
  traces: z.optional(z.boolean()),
  /** Where errors are reported: the release to put into error reports. Absent when nothing collects them. */
  error_reports: z.optional(z.object({ release: z.string() })),
  /** Search provider and its public key. Without `origin`: the page's own origin, or the hosted service. */
  search: z.object({
    provider: z.enum(['embedded', 'algolia']),
    app_id: z.string(),
    api_key: z.string(),
    origin: z.optional(z.string()),
    /** Ids of the exchanges this marketplace takes part in. */
    exchanges: z.readonly(z.array(z.int())),
    analytics_region: z.optional(z.enum(['de', 'us'], { error: 'must be de or us' })),
    personalization_region: z.enum(['eu', 'us'], { error: 'must be eu or us' }),
  }),
})
export type BrowserConfig = z.output<typeof browserConfig>

import { z } from 'zod/mini'

/** Data regions of the chat provider (spec §7). */
export const chatRegions = ['us', 'eu', 'ap'] as const

/** Boot settings of the chat widget. The user's identity comes with the current user. */
export const chatSettings = z.object({
  app_id: z.string(),
  region: z.enum(chatRegions),
  /** URL of the widget script; defaults to the provider's. */
  widget_url: z.optional(z.string()),
})
export type ChatSettings = z.output<typeof chatSettings>

import { z } from 'zod/mini'

/** Where the chat provider keeps its data (spec §7). */
export const chatRegions = ['us', 'eu', 'ap'] as const

/** What the browser boots the chat widget by; who the user is comes with the current user. */
export const chatSettings = z.object({
  app_id: z.string(),
  region: z.enum(chatRegions),
  /** Where the widget's script is, if not at the provider's. */
  widget_url: z.optional(z.string()),
})
export type ChatSettings = z.output<typeof chatSettings>

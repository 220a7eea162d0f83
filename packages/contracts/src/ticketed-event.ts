import { z } from 'zod/mini'

/** The event of a listing, or of held or bought tickets. */
export const ticketedEvent = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  event_date_local: z.string(),
  timezone: z.string(),
  time_confirmed: z.boolean(),
  venue_name: z.string(),
  city: z.string(),
})

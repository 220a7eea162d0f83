import { z } from 'zod/mini'

/** What a seller handed over. Unlike the delivery type of a listing (`ticket_type`), which says how tickets will arrive. */
export const deliveredItemKinds = ['file', 'mobile_link', 'transfer', 'tracking'] as const
export type DeliveredItemKind = (typeof deliveredItemKinds)[number]

/**
 * One delivered file, link or reference: for one ticket of a line, or for all of them. Paths, the list `tickets` of a line
 * and the table `tickets` call it a ticket.
 */
export const wireTicketDelivery = z.object({
  id: z.string(),
  kind: z.enum(deliveredItemKinds),
  /** Ticket number within the line, starting at 1; `null` for the whole line. */
  ticket: z.nullable(z.int().check(z.positive())),
  /** Files only: name, content type and size in bytes. */
  name: z.nullable(z.string()),
  content_type: z.nullable(
    z.enum(['application/pdf', 'image/png', 'image/jpeg', 'application/vnd.apple.pkpass']),
  ),
  size: z.nullable(z.int().check(z.positive())),
  /** Mobile links only: the site that shows the ticket. `tickets.openLink` returns the whole link. */
  site: z.nullable(z.string()),
  /** Transfers and parcels only: the reference number. */
  reference: z.nullable(z.string()),
  delivered_at: z.iso.datetime(),
  /** Downloads and opened links by the buying team, and the latest one. */
  downloads: z.int().check(z.nonnegative()),
  downloaded_at: z.nullable(z.iso.datetime()),
})
export type WireTicketDelivery = z.output<typeof wireTicketDelivery>

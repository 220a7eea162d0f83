export type TicketContentType =
  | 'application/pdf'
  | 'image/png'
  | 'image/jpeg'
  | 'application/vnd.apple.pkpass'

/** What is delivered for one ticket of a line, or for all of them: a file, a link or a reference. */
export type DeliveredItem =
  | { kind: 'file'; fileName: string; contentType: TicketContentType; size: number; storageKey: string }
  | { kind: 'mobile_link'; url: string }
  /** `tracking`: a parcel's tracking number, named as on the wire; unrelated to tracked listings. */
  | { kind: 'transfer' | 'tracking'; reference: string }

/**
 * A delivery, as the buying or selling team may access it: a file, link or reference for one ticket of an order line, or for
 * all of them. It is a row of the table `tickets`, and its id is the `ticket_id` on the wire.
 */
export interface TicketDelivery {
  id: string
  lineId: string
  orderId: string
  /** Whether the requesting team is the buyer; otherwise it is the seller. */
  isBuyer: boolean
  file: { name: string; contentType: string; storageKey: string } | null
  /** The https link of a mobile ticket. */
  url: string | null
}

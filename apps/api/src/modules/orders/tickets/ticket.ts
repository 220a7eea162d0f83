/** What a delivered file can be. */
export type TicketContentType =
  | 'application/pdf'
  | 'image/png'
  | 'image/jpeg'
  | 'application/vnd.apple.pkpass'

/** What is handed over for one ticket of a line, or for all of them. */
export type Delivered =
  | { kind: 'file'; fileName: string; contentType: TicketContentType; size: number; storedAs: string }
  | { kind: 'mobile_link'; url: string }
  | { kind: 'transfer' | 'tracking'; reference: string }

/** A delivered ticket as whoever may have it finds it. */
export interface DeliveredTicket {
  id: string
  lineId: string
  orderId: string
  /** Whether the asking team has bought it; else it sells it. */
  isBuyers: boolean
  file: { name: string; contentType: string; storedAs: string } | null
}

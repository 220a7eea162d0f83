import type { Money } from '@terrace/domain/money/money'
import { saleProceeds } from '@terrace/domain/money/seller-proceeds'
import { detailedDeliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { estimateDelivery } from '@terrace/domain/time/delivery-estimate'
import { formatDateTime } from '@terrace/domain/time/dates'
import { toLocal } from '@terrace/domain/time/time-zones'
import type { Db } from '#api/db/client.ts'
import { seatLabel, whenAndWhere } from './line-texts.ts'
import { findOrdersById } from './orders.repo.ts'

export interface SaleEmailDetails {
  number: string
  isPaid: boolean
  /** Lines of the team that wait for delivery. */
  lines: SaleEmailLine[]
}

export interface SaleEmailLine {
  listingId: string
  title: string
  whenAndWhere: string
  /** With the seats that the seller hides from buyers. */
  seatLabel: string
  quantity: number
  proceeds: Money
  /** 'Fri 07 Mar 31, 17:30 (London time)'. */
  deliverBy: string
  deliverAs: string
}

/** Data for the email to a selling team about its part of an order, without the buyer; `undefined` for an unknown order. */
export async function readSaleEmailDetails(
  db: Db,
  { orderId, teamId }: { orderId: string; teamId: string },
): Promise<SaleEmailDetails | undefined> {
  const [order] = await findOrdersById(db, [orderId])
  if (!order) return undefined
  const lines = order.lines.filter(
    ({ sellerTeamId, state }) => sellerTeamId === teamId && state === 'confirmed',
  )
  return {
    number: order.number,
    isPaid: order.isPaid,
    lines: lines.map(({ snapshot, ...line }) => {
      const { expectedBy } = estimateDelivery({ ...snapshot, placedAt: order.placedAt })
      return {
        listingId: line.listingId,
        title: snapshot.eventTitle,
        whenAndWhere: whenAndWhere(snapshot),
        seatLabel: seatLabel({ ...snapshot, seatsHidden: false }),
        quantity: line.quantity,
        proceeds: saleProceeds(line.sellerPrice, line.quantity),
        deliverBy: `${formatDateTime(toLocal(expectedBy, snapshot.timeZone))} (${snapshot.city} time)`,
        deliverAs: detailedDeliveryLabel(snapshot.deliveryType),
      }
    }),
  }
}

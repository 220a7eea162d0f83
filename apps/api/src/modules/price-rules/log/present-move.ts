import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import type { ShownMove } from './moves-log.repo.ts'

/** The fields that entries of simulation and log have in common. */
export function presentMove(move: ShownMove) {
  const amount = (minor: number) => toWireMoney(money(minor, move.currency))
  const optional = (minor: number | null) => (minor === null ? null : amount(minor))
  return {
    listing: {
      id: move.listingId,
      event: { id: move.eventId, title: move.eventTitle },
      section: move.section,
      row: move.row,
    },
    reason: move.reason,
    from: amount(move.fromMinor),
    to: optional(move.toMinor),
    proceeds: toWireMoney(sellerProceeds(money(move.toMinor ?? move.fromMinor, move.currency))),
    limited_by: move.limitedBy,
    floor: optional(move.floorMinor),
    lowest: optional(move.lowestMinor),
    compared: move.compared,
  }
}

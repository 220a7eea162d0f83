import { toWireMoney } from '@terrace/contracts/wire-money'
import { currencyExponent } from '@terrace/domain/currencies'
import { parseDecimal, type Money } from '@terrace/domain/money'
import { serviceFee, totals, type Totals } from '@terrace/domain/service-fee'
import type { PayableHold } from '../holds/index.ts'
import { checkoutErrors, unusableHolds, type UnusableHold } from './checkout.errors.ts'
import type { Purchase, PurchaseLine } from './purchase.ts'

/**
 * What the held tickets cost, recomputed from what the holds froze (product.md §6). Throws where a hold cannot be paid for,
 * where currencies are mixed, or where any figure of the purchase differs; nothing has been charged then.
 */
export function judgePurchase(purchase: Purchase, holds: readonly PayableHold[]): Totals {
  const held = new Map(holds.map((hold) => [hold.id, hold]))
  assertUsable(purchase, held)
  const currencies = new Set(holds.map((hold) => hold.price.currency))
  if (currencies.size > 1) {
    const fields = purchase.lines.map(({ holdId }, index) => [
      `listings_to_buy.${index}`,
      [`is priced in ${held.get(holdId)?.price.currency}`],
    ])
    throw checkoutErrors.make('checkout.currencies_mixed', {
      details: { currencies: [...currencies], fields: Object.fromEntries(fields) },
    })
  }
  const sums = totals(holds)
  const lines = purchase.lines.map((line) => ({ line, hold: held.get(line.holdId) }))
  const isRight =
    isAmount(purchase.totalTicketsPrice, sums.tickets) &&
    isAmount(purchase.totalServiceFee, sums.fee) &&
    lines.every(
      ({ line, hold }) =>
        hold !== undefined &&
        isAmount(line.ticketPrice, hold.price) &&
        isAmount(line.serviceFee, serviceFee(hold.price, hold.feeBp)),
    )
  if (!isRight) throw totalsDiffer(sums, lines)
  return sums
}

function assertUsable({ lines }: Purchase, held: ReadonlyMap<string, PayableHold>): void {
  const wanted = new Map<string, number>()
  for (const { holdId, quantity } of lines) wanted.set(holdId, (wanted.get(holdId) ?? 0) + quantity)
  for (const { state, attemptId } of held.values()) {
    if (state === 'paying')
      throw checkoutErrors.make('checkout.in_progress', { details: { attempt_id: attemptId } })
  }
  const problems = lines.flatMap((line, index) => {
    const code = unusable(line, held.get(line.holdId), wanted.get(line.holdId) ?? 0)
    return code ? [{ index, hold_id: line.holdId, code, title: unusableHolds[code] }] : []
  })
  const [first] = problems
  if (first)
    throw checkoutErrors.make('checkout.hold_unusable', { title: first.title, details: { lines: problems } })
}

function unusable(
  line: PurchaseLine,
  hold: PayableHold | undefined,
  wanted: number,
): UnusableHold | undefined {
  if (!hold) return 'hold.not_found'
  if (hold.state === 'sold') return 'hold.sold'
  if (hold.state !== 'active' || !hold.isLive) return 'hold.ended'
  if (hold.listingId !== line.listingId) return 'hold.other_listing'
  if (hold.eventOff !== null) return hold.eventOff
  return wanted === hold.quantity ? undefined : 'hold.quantity_differs'
}

function isAmount(text: string, right: Money): boolean {
  const parsed = parseDecimal(text, currencyExponent(right.currency))
  return parsed.ok && parsed.minor === right.minor
}

/** The right figures, so that the buyer can look at them and pay again. */
function totalsDiffer(sums: Totals, lines: readonly { line: PurchaseLine; hold: PayableHold | undefined }[]) {
  return checkoutErrors.make('checkout.totals_differ', {
    details: {
      total_tickets_price: toWireMoney(sums.tickets),
      total_service_fee: toWireMoney(sums.fee),
      total: toWireMoney(sums.total),
      lines: lines.flatMap(({ line, hold }, index) =>
        hold
          ? {
              index,
              hold_id: line.holdId,
              ticket_quantity: line.quantity,
              ticket_price: toWireMoney(hold.price),
              service_fee: toWireMoney(serviceFee(hold.price, hold.feeBp)),
            }
          : [],
      ),
    },
  })
}

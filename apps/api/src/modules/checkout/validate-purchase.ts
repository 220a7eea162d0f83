import { toWireMoney } from '@terrace/contracts/wire-money'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { parseDecimal, type Money } from '@terrace/domain/money/money'
import { serviceFee, totals, type Totals } from '@terrace/domain/money/service-fee'
import type { HoldDetails } from '#api/modules/holds/index.ts'
import { checkoutErrors, unusableHolds, type UnusableHold } from './checkout.errors.ts'
import type { Purchase, PurchaseLine } from './purchase.ts'

/**
 * Returns the totals recomputed from the frozen prices of the holds (product.md §6).
 * @throws if a hold cannot be paid for, currencies are mixed or an amount differs; nothing has been charged then.
 */
export function validatePurchase(purchase: Purchase, holds: readonly HoldDetails[]): Totals {
  const holdsById = new Map(holds.map((hold) => [hold.id, hold]))
  assertUsable(purchase, holdsById)
  const currencies = new Set(holds.map((hold) => hold.price.currency))
  if (currencies.size > 1) {
    const fields = purchase.lines.map(({ holdId }, index) => [
      `listings_to_buy.${index}`,
      [`is priced in ${holdsById.get(holdId)?.price.currency}`],
    ])
    throw checkoutErrors.make('checkout.currencies_mixed', {
      details: { currencies: [...currencies], fields: Object.fromEntries(fields) },
    })
  }
  const expectedTotals = totals(holds)
  const lines = purchase.lines.map((line) => ({ line, hold: holdsById.get(line.holdId) }))
  const isCorrect =
    isAmount(purchase.totalTicketsPrice, expectedTotals.tickets) &&
    isAmount(purchase.totalServiceFee, expectedTotals.fee) &&
    lines.every(
      ({ line, hold }) =>
        hold !== undefined &&
        isAmount(line.ticketPrice, hold.price) &&
        isAmount(line.serviceFee, serviceFee(hold.price, hold.feeBp)),
    )
  if (!isCorrect) throw totalsDiffer(expectedTotals, lines)
  return expectedTotals
}

function assertUsable({ lines }: Purchase, holdsById: ReadonlyMap<string, HoldDetails>): void {
  const requested = new Map<string, number>()
  for (const { holdId, quantity } of lines) requested.set(holdId, (requested.get(holdId) ?? 0) + quantity)
  for (const { state, attemptId } of holdsById.values()) {
    if (state === 'paying')
      throw checkoutErrors.make('checkout.in_progress', { details: { attempt_id: attemptId } })
  }
  const problems = lines.flatMap((line, index) => {
    const code = unusableReason(line, holdsById.get(line.holdId), requested.get(line.holdId) ?? 0)
    return code ? [{ index, hold_id: line.holdId, code, title: unusableHolds[code] }] : []
  })
  const [first] = problems
  if (first)
    throw checkoutErrors.make('checkout.hold_unusable', { title: first.title, details: { lines: problems } })
}

function unusableReason(
  line: PurchaseLine,
  hold: HoldDetails | undefined,
  requested: number,
): UnusableHold | undefined {
  if (!hold) return 'hold.not_found'
  if (hold.state === 'sold') return 'hold.sold'
  if (hold.state !== 'active' || hold.isExpired) return 'hold.ended'
  if (hold.listingId !== line.listingId) return 'hold.other_listing'
  if (hold.eventBlocker !== null) return hold.eventBlocker
  return requested === hold.quantity ? undefined : 'hold.quantity_differs'
}

function isAmount(text: string, expected: Money): boolean {
  const parsed = parseDecimal(text, currencyExponent(expected.currency))
  return parsed.ok && parsed.minor === expected.minor
}

/** Includes the correct amounts, so that the buyer can check them and pay again. */
function totalsDiffer(
  expectedTotals: Totals,
  lines: readonly { line: PurchaseLine; hold: HoldDetails | undefined }[],
) {
  return checkoutErrors.make('checkout.totals_differ', {
    details: {
      total_tickets_price: toWireMoney(expectedTotals.tickets),
      total_service_fee: toWireMoney(expectedTotals.fee),
      total: toWireMoney(expectedTotals.total),
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

import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { CardVault, PaymentGateway } from '#api/modules/payments/index.ts'
import type { CheckoutCalls } from './calls/checkout-calls.ts'

export interface CheckoutDeps {
  db: Db
  checkoutCalls: CheckoutCalls
  ids: Ids
  clock: Clock
  gateway: PaymentGateway
  vault: CardVault
  /** Encrypts attendee details. */
  fieldCipher: FieldCipher
  /** Invalidates this process's cache at once, so that the team's next read includes its own change. */
  eventCache: { invalidate(eventId: number): void }
  outbox: { wake(): void }
  logger: { warn(details: object, text: string): void }
  config: { paymentHoldExtensionMinutes: number }
}

/** Invalidates the cached events of these holds in this process and wakes the outbox for the others. */
export function notifyStockChanged(
  { eventCache, outbox }: Pick<CheckoutDeps, 'eventCache' | 'outbox'>,
  holds: readonly { eventId: number }[],
): void {
  for (const { eventId } of holds) eventCache.invalidate(eventId)
  outbox.wake()
}

import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { StockChangeDeps } from '#api/modules/holds/index.ts'
import type { CardVault, PaymentGateway } from '#api/modules/payments/index.ts'
import type { CheckoutCalls } from './calls/checkout-calls.ts'

export interface CheckoutDeps extends StockChangeDeps {
  db: Db
  checkoutCalls: CheckoutCalls
  ids: Ids
  /** Names the owner of a lease, which ends with this process. */
  registration: { leaseOwner(secret: string): string }
  clock: Clock
  gateway: PaymentGateway
  vault: CardVault
  /** Encrypts attendee details. */
  fieldCipher: FieldCipher
  logger: { warn(details: object, text: string): void }
  config: { paymentHoldExtensionMinutes: number }
}

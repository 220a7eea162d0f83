import type { CardTestingLimits } from '#api/config/security.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { StockChangeDeps } from '#api/modules/holds/index.ts'
import type { CardVault, PaymentGateway } from '#api/modules/payments/index.ts'
import type { BatchedCheckoutCalls } from './batched-calls/batched-checkout-calls.ts'

export interface CheckoutDeps extends StockChangeDeps {
  db: Db
  batchedCheckoutCalls: BatchedCheckoutCalls
  ids: Ids
  /** Makes the names of lease owners, which contain this process, so that others take its leases over once it has stopped. */
  processRegistration: { leaseOwner(workId: string): string }
  clock: Clock
  gateway: PaymentGateway
  vault: CardVault
  /** Encrypts attendee details. */
  fieldCipher: FieldCipher
  logger: { warn(details: object, text: string): void }
  config: { paymentHoldExtensionMinutes: number; cardTesting: CardTestingLimits }
}

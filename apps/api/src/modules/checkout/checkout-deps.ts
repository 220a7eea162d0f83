import type { Db } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import type { CardVault, PaymentGateway } from '../payments/index.ts'

export interface CheckoutDeps {
  db: Db
  ids: Ids
  clock: Clock
  gateway: PaymentGateway
  /** Where saved cards are. */
  vault: CardVault
  /** For who attends. */
  sealer: Sealer
  /** This process must not answer from before its own change; the others hear of it through the outbox. */
  books: { doubt(eventId: number): void }
  outbox: { wake(): void }
  logger: { warn(facts: object, text: string): void }
  config: { paymentLeaseMinutes: number }
}

/** Says in this process that the stock of these holds' events has changed. */
export function announce(
  { books, outbox }: Pick<CheckoutDeps, 'books' | 'outbox'>,
  holds: readonly { eventId: number }[],
): void {
  for (const { eventId } of holds) books.doubt(eventId)
  outbox.wake()
}

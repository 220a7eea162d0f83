import type { Db } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Ids } from '../../shared/ids.ts'
import type { CardVault } from './card-vault.port.ts'
import { cardsErrors } from './cards.errors.ts'
import { GatewayUnavailable, type PaymentGateway } from './payments.port.ts'

export interface CardsDeps {
  db: Db
  ids: Ids
  clock: Clock
  /** By its name every row says to whom it belongs. */
  gateway: Pick<PaymentGateway, 'name'>
  vault: CardVault
}

/** What the provider answers; where it gives none, the caller is told to try again. */
export async function told<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw cardsErrors.make('payments.unavailable', { cause: error })
    throw error
  }
}

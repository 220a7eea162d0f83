import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { CardVault } from '../card-vault.port.ts'
import { cardsErrors } from './cards.errors.ts'
import { GatewayUnavailable, type PaymentGateway } from '../payments.port.ts'

export interface CardsDeps {
  db: Db
  ids: Ids
  clock: Clock
  /** Its name scopes every row to one gateway. */
  gateway: Pick<PaymentGateway, 'name'>
  vault: CardVault
}

/** Keeps stolen cards from being tried out by saving them. */
export interface CardGuard {
  /** @throws `checkout.too_many_declines` with the time to wait */
  assertMayTry(payer: CardPayer): Promise<void>
  /**
   * Saves a card and counts it if it is declined.
   * @throws `checkout.too_many_declines` as above, before anything is sent to the provider
   */
  tryCard<Outcome extends { isDeclined: boolean }>(
    payer: CardPayer,
    tried: TriedCard,
    save: () => Promise<Outcome>,
  ): Promise<Outcome>
}

export interface TriedCard {
  setupId: string
  /** `undefined` if the provider already has the card. */
  cardToken: string | undefined
}

export interface CardPayer {
  accountId: string
  teamId: string
  caller: Caller
}

/** Returns the gateway's result; an unavailable gateway becomes `payments.unavailable`. */
export async function translateGatewayErrors<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw cardsErrors.make('payments.unavailable', { cause: error })
    throw error
  }
}

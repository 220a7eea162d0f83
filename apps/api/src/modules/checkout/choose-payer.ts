import type { Tx } from '../../db/transaction.ts'
import { assertRoomForCard, ensureCustomer, findSavedCard } from '../payments/index.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { checkoutErrors } from './checkout.errors.ts'
import type { Purchase, PurchaseCard } from './purchase.ts'

/** What the gateway is told of who pays. */
export interface Payer {
  /** The gateway's name of the card, `pm_…`. */
  cardToken: string
  customerId: string | null
  savesCard: boolean
}

/**
 * The team's customer at the gateway, where the card is to be saved: asked for before anything is written, since it may be a
 * call of the network.
 */
export async function customerOf(
  deps: CheckoutDeps,
  { teamId, teamName, purchase: { card } }: { teamId: string; teamName: string; purchase: Purchase },
): Promise<string | null> {
  return card.kind === 'new' && card.isSaved ? ensureCustomer(deps, { teamId, teamName }) : null
}

/** Throws where a saved card is not the team's, and where it can save no more. */
export async function choosePayer(
  { gateway }: CheckoutDeps,
  tx: Tx,
  { teamId, card, customerId }: { teamId: string; card: PurchaseCard; customerId: string | null },
): Promise<Payer> {
  if (card.kind === 'new') {
    if (card.isSaved) await assertRoomForCard(tx, { teamId, gateway: gateway.name })
    return { cardToken: card.token, customerId, savesCard: card.isSaved }
  }
  const saved = await findSavedCard(tx, { teamId, gateway: gateway.name, cardId: card.cardId })
  if (!saved) {
    throw checkoutErrors.make('checkout.card_unknown', {
      details: { fields: { card_id: ['is not one of your saved cards'] } },
    })
  }
  return { cardToken: saved.methodId, customerId: saved.customerId, savesCard: false }
}

import { assertUnderCardLimit, ensureCustomer, findSavedCard } from '#api/modules/payments/index.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { checkoutErrors } from '../checkout.errors.ts'
import type { Purchase, PurchaseCard } from '../purchase.ts'

export interface CardToCharge {
  /** Payment method id, `pm_…`. */
  cardToken: string
  customerId: string | null
  savesCard: boolean
}

/**
 * Returns the id of the team's customer at the gateway, created if needed; `null` unless a new card is to be saved.
 * Called before the transaction, since it may need a network call.
 */
export async function ensureGatewayCustomer(
  deps: CheckoutDeps,
  { teamId, teamName, purchase: { card } }: { teamId: string; teamName: string; purchase: Purchase },
): Promise<string | null> {
  return card.kind === 'new' && card.shouldSave ? ensureCustomer(deps, { teamId, teamName }) : null
}

/**
 * Returns the card to charge and its gateway customer.
 * @throws if a saved card does not belong to the team, or if a new card would exceed the limit of saved cards.
 */
export async function resolveCard(
  { db, gateway }: CheckoutDeps,
  { teamId, card, customerId }: { teamId: string; card: PurchaseCard; customerId: string | null },
): Promise<CardToCharge> {
  if (card.kind === 'new') {
    if (card.shouldSave) await assertUnderCardLimit(db, { teamId, gateway: gateway.name })
    return { cardToken: card.token, customerId, savesCard: card.shouldSave }
  }
  const saved = await findSavedCard(db, { teamId, gateway: gateway.name, cardId: card.cardId })
  if (!saved) {
    throw checkoutErrors.make('checkout.card_unknown', {
      details: { fields: { card_id: ['is not one of your saved cards'] } },
    })
  }
  return { cardToken: saved.methodId, customerId: saved.customerId, savesCard: false }
}

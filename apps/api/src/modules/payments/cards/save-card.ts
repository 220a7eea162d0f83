import type { Actor } from '#api/audit/actor.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { assertUnderCardLimit, isUnderCardLimit } from './card-limit.ts'
import type { SetupState } from '../card-vault.port.ts'
import { translateGatewayErrors, type CardsDeps } from './cards-deps.ts'
import { cardsErrors } from './cards.errors.ts'
import { claimSetup, saveSetup, type CardOwner } from './cards.repo.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { syncCards } from './sync-cards.ts'
import { ignoreMissing } from './find-team-card.ts'
import { GatewayRejected, type PaymentFailure } from '../payments.port.ts'
import { containsCardNumber } from '@terrace/domain/text/card-number'
import type { SavedCard } from './saved-card.ts'
import { unknownCard } from './unknown-card.ts'

/** Starts saving a card. The client secret lets a browser send this one card to the gateway. */
export async function startSetup(
  deps: CardsDeps,
  team: { teamId: string; teamName: string },
): Promise<{ setupId: string; clientSecret: string }> {
  const owner = { teamId: team.teamId, gateway: deps.gateway.name }
  await assertUnderCardLimit(deps.db, owner)
  const customerId = await ensureCustomer(deps, team)
  const setup = await translateGatewayErrors(
    deps.vault.createSetup({ customerId, idempotencyKey: deps.ids.secret() }),
  )
  await saveSetup(deps.db, owner, setup.setupId)
  return setup
}

export type SaveOutcome =
  | { kind: 'saved'; card: SavedCard }
  | { kind: 'requires_action'; url: string }
  | { kind: 'declined'; failure: PaymentFailure }
  | { kind: 'processing' }

interface SaveCard {
  teamId: string
  setupId: string
  /** Token from the card form; `undefined` if the gateway already has the card. */
  cardToken: string | undefined
  makesDefault: boolean | undefined
  actor: Actor
}

/**
 * Continues the setup as far as possible and saves its card. A declined card is a result; another card can be tried
 * with the same setup.
 */
export async function saveCard(deps: CardsDeps, request: SaveCard): Promise<SaveOutcome> {
  const { teamId, setupId, cardToken, makesDefault, actor } = request
  if (cardToken !== undefined && containsCardNumber(cardToken))
    throw invalidInput({ card_token: ['must come from the card form, never a card number'] })
  const owner = { teamId, gateway: deps.gateway.name }
  const claimed = await claimSetup(deps.db, owner, { setupId, makesDefault })
  if (!claimed) throw cardsErrors.make('cards.setup_not_found')
  const setup = await translateGatewayErrors(continueSetup(deps, owner, { setupId, cardToken }))
  switch (setup.status) {
    case 'succeeded': {
      const card = await saveSetupCard(deps, { teamId, setup, actor, ...claimed })
      if (!card) {
        // Others were saved at the same time, or the card was removed since.
        await assertUnderCardLimit(deps.db, owner)
        throw cardsErrors.make('cards.not_found')
      }
      return { kind: 'saved', card }
    }
    case 'requires_action':
      return { kind: 'requires_action', url: setup.nextAction.url }
    case 'processing':
      return { kind: 'processing' }
    case 'requires_payment_method':
      return { kind: 'declined', failure: setup.lastError ?? cardNotGiven }
    default:
      return { kind: 'declined', failure: cardNotGiven }
  }
}

/**
 * Sends the card to the gateway if necessary. Checks the limit again, since other cards may have been saved after
 * this form was opened.
 */
async function continueSetup(
  deps: CardsDeps,
  owner: CardOwner,
  { setupId, cardToken }: Pick<SaveCard, 'setupId' | 'cardToken'>,
): Promise<SetupState> {
  if (cardToken === undefined) return deps.vault.retrieveSetup(setupId)
  if (await isUnderCardLimit(deps.db, owner)) return confirm(deps, setupId, cardToken)
  const setup = await deps.vault.retrieveSetup(setupId)
  // A retry of the request that saved the last allowed card.
  if (setup.status === 'succeeded') return setup
  throw cardsErrors.make('cards.too_many')
}

/**
 * Stores the card of a setup that has succeeded, also after a gateway event. Returns `undefined` if the card has
 * been removed since, or is beyond the limit.
 */
export async function saveSetupCard(
  deps: CardsDeps,
  {
    teamId,
    setup,
    makesDefault,
    actor,
  }: { teamId: string; setup: SetupState; makesDefault: boolean; actor: Actor },
): Promise<SavedCard | undefined> {
  if (setup.status !== 'succeeded') throw new Error(`setup ${setup.setupId} is ${setup.status}`)
  const { customerId, methodId } = setup
  if (makesDefault)
    await translateGatewayErrors(
      ignoreMissing(deps.vault.setDefault({ customerId, methodId, idempotencyKey: deps.ids.secret() })),
    )
  const cards = await translateGatewayErrors(syncCards(deps, { teamId, actor }))
  return cards.find((each) => each.methodId === methodId)
}

const cardNotGiven: PaymentFailure = {
  code: 'card_not_given',
  declineCode: null,
  message: 'The card wasn’t saved. Enter it again or use another card.',
}

async function confirm(deps: CardsDeps, setupId: string, paymentMethod: string): Promise<SetupState> {
  try {
    return await deps.vault.confirmSetup({
      setupId,
      paymentMethod,
      returnUrl: `/profile?tab=account&setup=${setupId}`,
      idempotencyKey: deps.ids.secret(),
    })
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error
    const setup = await deps.vault.retrieveSetup(setupId)
    // The card token is invalid, not the setup state: report a failed card.
    return setup.status === 'requires_payment_method' && error.param === 'payment_method'
      ? { ...setup, lastError: unknownCard(error.code) }
      : setup
  }
}

import type { ApiResponse } from '../api/idempotency.ts'
import { newId, newSecret } from '../ids.ts'
import { closeChallenge, insertChallenge } from '../payments/challenges.repo.ts'
import { resourceMissing, SandboxError } from '../sandbox-error.ts'
import type { Store } from '../store/store.ts'
import { challengeFailure, findTestCard, type TestCard } from '../test-cards.ts'
import { recordEvent } from '../webhooks/events.repo.ts'
import { attachCard } from './attach-card.ts'
import { presentCustomer, presentMethod, presentSetup, presentSetupDecline } from './vault.presenter.ts'
import {
  detach,
  findMethod,
  insertCustomer,
  insertSetup,
  readCustomer,
  readSetup,
  setDefaultMethod,
  updateSetup,
  type Customer,
  type Setup,
} from './vault.repo.ts'

/* Each command runs in a transaction of its caller. */

export function createCustomer(
  store: Store,
  { name, metadata }: Pick<Customer, 'name' | 'metadata'>,
): ApiResponse {
  const id = newId('cus')
  insertCustomer(store, { id, name, metadata })
  return { status: 200, body: presentCustomer(readCustomer(store, id)) }
}

export function createSetup(store: Store, customerId: string): ApiResponse {
  readCustomer(store, customerId)
  const id = newId('seti')
  insertSetup(store, { id, secret: newSecret(), customerId })
  return setupResponse(store, id)
}

/** Saves or declines the card, or starts a challenge. */
export function confirmSetup(
  store: Store,
  { setupId, testCard, returnUrl }: { setupId: string; testCard: string; returnUrl: string },
): ApiResponse {
  const setup = readSetup(store, setupId)
  if (setup.status !== 'requires_payment_method') {
    throw new SandboxError(
      'setup_intent_unexpected_state',
      `The setup is ${setup.status}; expected requires_payment_method`,
    )
  }
  const card = findTestCard(testCard)
  if (!card.challenge) return finishSetup(store, { setup, testCard, card })
  insertChallenge(store, { secret: newSecret(), subjectId: setupId, returnUrl })
  updateSetup(store, setupId, { status: 'requires_action', testCard, method: null, lastError: null })
  return setupResponse(store, setupId)
}

/** Applies the buyer's response to a challenge; a second one changes nothing. */
export function completeSetupChallenge(
  store: Store,
  { setupId, secret, isApproved }: { setupId: string; secret: string; isApproved: boolean },
): void {
  const setup = readSetup(store, setupId)
  const { testCard } = setup
  if (setup.challenge?.secret !== secret || testCard === null) return
  closeChallenge(store, setupId)
  const card = findTestCard(testCard)
  finishSetup(store, {
    setup,
    testCard,
    card: isApproved ? card : { ...card, failure: challengeFailure, savesAnyway: false },
  })
}

export function changeDefault(
  store: Store,
  { customerId, methodId }: { customerId: string; methodId: string },
): ApiResponse {
  setDefaultMethod(store, customerId, methodId)
  return { status: 200, body: presentCustomer(readCustomer(store, customerId)) }
}

export function detachMethod(store: Store, methodId: string): ApiResponse {
  const method = findMethod(store, methodId)
  if (!method) throw resourceMissing('payment_method', 'saved card')
  detach(store, methodId)
  recordEvent(store, 'payment_method.detached', presentMethod(method))
  return { status: 200, body: { ...presentMethod(method), customer: null } }
}

function finishSetup(
  store: Store,
  { setup, testCard, card }: { setup: Setup; testCard: string; card: TestCard },
): ApiResponse {
  const failure = card.savesAnyway ? null : (card.failure ?? null)
  const { customerId } = setup
  updateSetup(store, setup.id, {
    status: failure ? 'requires_payment_method' : 'succeeded',
    testCard,
    method: failure ? null : attachCard(store, { customerId, testCard, card }),
    lastError: failure,
  })
  const updated = readSetup(store, setup.id)
  const type = failure ? 'setup_intent.setup_failed' : 'setup_intent.succeeded'
  recordEvent(store, type, presentSetup(updated))
  return failure
    ? { status: 402, body: presentSetupDecline(updated, failure) }
    : { status: 200, body: presentSetup(updated) }
}

function setupResponse(store: Store, setupId: string): ApiResponse {
  return { status: 200, body: presentSetup(readSetup(store, setupId)) }
}

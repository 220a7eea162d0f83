import type { SandboxResponse } from '../api/idempotency.ts'
import { attachCard } from './attach-card.ts'
import { recordEvent } from '../webhooks/events.repo.ts'
import { closeChallenge, insertChallenge } from '../ledger/intents.repo.ts'
import type { SandboxTx } from '../sandbox-tables.ts'
import type { SandboxIds } from '../sandbox-ids.ts'
import { resourceMissing, SandboxError } from '../sandbox-error.ts'
import { findTestCard, challengeFailure, type TestCard } from '../test-cards.ts'
import { presentCustomer, presentMethod, presentSetup, presentSetupDecline } from './vault.presenter.ts'
import {
  detach,
  findMethod,
  insertCustomer,
  insertSetup,
  lockSetup,
  updateSetup,
  readCustomer,
  setDefaultMethod,
  type Setup,
} from './vault.repo.ts'

export async function createCustomer(
  tx: SandboxTx,
  ids: SandboxIds,
  { name, metadata }: { name: string; metadata: Record<string, string> },
): Promise<SandboxResponse> {
  const id = ids.id('cus')
  await insertCustomer(tx, { id, name, metadata })
  return { status: 200, body: presentCustomer(await readCustomer(tx, id)) }
}

export async function createSetup(
  tx: SandboxTx,
  ids: SandboxIds,
  customerId: string,
): Promise<SandboxResponse> {
  await readCustomer(tx, customerId)
  const id = ids.id('seti')
  await insertSetup(tx, { id, secret: ids.secret(), customerId })
  return setupResponse(tx, id)
}

/** Saves or declines the card, or starts a challenge. */
export async function confirmSetup(
  tx: SandboxTx,
  ids: SandboxIds,
  { setupId, testCard, returnUrl }: { setupId: string; testCard: string; returnUrl: string },
): Promise<SandboxResponse> {
  const setup = await lockSetup(tx, setupId)
  if (setup.status !== 'requires_payment_method') {
    throw new SandboxError(
      'setup_intent_unexpected_state',
      `The setup is ${setup.status}; expected requires_payment_method`,
    )
  }
  const card = findTestCard(testCard)
  if (!card.challenge) return finishSetup(tx, ids, { setup, testCard, card })
  await insertChallenge(tx, { secret: ids.secret(), subject: { setupId }, returnUrl })
  await updateSetup(tx, setupId, { status: 'requires_action', testCard, method: null, lastError: null })
  return setupResponse(tx, setupId)
}

/** Applies the buyer's response to a challenge; a second one changes nothing. */
export async function completeSetupChallenge(
  tx: SandboxTx,
  ids: SandboxIds,
  { setupId, secret, isApproved }: { setupId: string; secret: string; isApproved: boolean },
): Promise<void> {
  const setup = await lockSetup(tx, setupId)
  if (setup.challenge?.secret !== secret || setup.testCard === null) return
  await closeChallenge(tx, { setupId }, isApproved ? 'approved' : 'failed')
  const card = findTestCard(setup.testCard)
  await finishSetup(tx, ids, {
    setup,
    testCard: setup.testCard,
    card: isApproved ? card : { ...card, failure: challengeFailure, savesAnyway: false },
  })
}

export async function changeDefault(
  tx: SandboxTx,
  { customerId, methodId }: { customerId: string; methodId: string },
): Promise<SandboxResponse> {
  await setDefaultMethod(tx, customerId, methodId)
  return { status: 200, body: presentCustomer(await readCustomer(tx, customerId)) }
}

export async function detachMethod(
  tx: SandboxTx,
  ids: SandboxIds,
  methodId: string,
): Promise<SandboxResponse> {
  const method = await findMethod(tx, methodId)
  if (!method) throw resourceMissing('payment_method', 'saved card')
  await detach(tx, methodId)
  await recordEvent(tx, {
    id: ids.id('evt'),
    type: 'payment_method.detached',
    object: presentMethod(method),
  })
  return { status: 200, body: { ...presentMethod(method), customer: null } }
}

async function finishSetup(
  tx: SandboxTx,
  ids: SandboxIds,
  { setup, testCard, card }: { setup: Setup; testCard: string; card: TestCard },
): Promise<SandboxResponse> {
  const failure = card.savesAnyway ? null : (card.failure ?? null)
  const method = failure ? null : await attachCard(tx, ids, { customerId: setup.customerId, testCard, card })
  await updateSetup(tx, setup.id, {
    status: failure ? 'requires_payment_method' : 'succeeded',
    testCard,
    method,
    lastError: failure,
  })
  const updated = await lockSetup(tx, setup.id)
  await recordEvent(tx, {
    id: ids.id('evt'),
    type: failure ? 'setup_intent.setup_failed' : 'setup_intent.succeeded',
    object: presentSetup(updated),
  })
  return failure ? { status: 402, body: presentSetupDecline(updated, failure) } : setupResponse(tx, setup.id)
}

async function setupResponse(tx: SandboxTx, setupId: string): Promise<SandboxResponse> {
  return { status: 200, body: presentSetup(await lockSetup(tx, setupId)) }
}

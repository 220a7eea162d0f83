import type { SandboxAnswer } from './answer-once.ts'
import { attachCard } from './attach-card.ts'
import { recordEvent } from './events.repo.ts'
import { closeChallenge, insertChallenge } from './intents.repo.ts'
import type { SandboxTx } from './sandbox-tables.ts'
import type { SandboxNames } from './sandbox-names.ts'
import { noSuch, SandboxRefusal } from './sandbox-refusal.ts'
import { cardNamed, challengeFailure, type TestCard } from './test-cards.ts'
import { presentCustomer, presentMethod, presentSetup, presentSetupDecline } from './vault.presenter.ts'
import {
  detach,
  findMethod,
  insertCustomer,
  insertSetup,
  lockSetup,
  moveSetup,
  readCustomer,
  setDefaultMethod,
  type Setup,
} from './vault.repo.ts'

export async function createCustomer(
  tx: SandboxTx,
  names: SandboxNames,
  { name, metadata }: { name: string; metadata: Record<string, string> },
): Promise<SandboxAnswer> {
  const id = names.id('cus')
  await insertCustomer(tx, { id, name, metadata })
  return { status: 200, body: presentCustomer(await readCustomer(tx, id)) }
}

export async function createSetup(
  tx: SandboxTx,
  names: SandboxNames,
  customerId: string,
): Promise<SandboxAnswer> {
  await readCustomer(tx, customerId)
  const id = names.id('seti')
  await insertSetup(tx, { id, secret: names.secret(), customerId })
  return presented(tx, id)
}

/** Saves the card, refuses it, or asks the buyer first. */
export async function confirmSetup(
  tx: SandboxTx,
  names: SandboxNames,
  { setupId, testCard, returnUrl }: { setupId: string; testCard: string; returnUrl: string },
): Promise<SandboxAnswer> {
  const setup = await lockSetup(tx, setupId)
  if (setup.status !== 'requires_payment_method') {
    throw new SandboxRefusal(
      'setup_intent_unexpected_state',
      `The setup is ${setup.status}; this needs requires_payment_method`,
    )
  }
  const card = cardNamed(testCard)
  if (!card.challenge) return finish(tx, names, { setup, testCard, card })
  await insertChallenge(tx, { secret: names.secret(), of: { setupId }, returnUrl })
  await moveSetup(tx, setupId, { status: 'requires_action', testCard, method: null, lastError: null })
  return presented(tx, setupId)
}

/** The buyer's answer to the bank's question; a second one changes nothing. */
export async function answerSetupChallenge(
  tx: SandboxTx,
  names: SandboxNames,
  { setupId, secret, isApproved }: { setupId: string; secret: string; isApproved: boolean },
): Promise<void> {
  const setup = await lockSetup(tx, setupId)
  if (setup.challenge?.secret !== secret || setup.testCard === null) return
  await closeChallenge(tx, { setupId }, isApproved ? 'approved' : 'failed')
  const card = cardNamed(setup.testCard)
  await finish(tx, names, {
    setup,
    testCard: setup.testCard,
    card: isApproved ? card : { ...card, failure: challengeFailure, savesAnyway: false },
  })
}

export async function changeDefault(
  tx: SandboxTx,
  { customerId, methodId }: { customerId: string; methodId: string },
): Promise<SandboxAnswer> {
  await setDefaultMethod(tx, customerId, methodId)
  return { status: 200, body: presentCustomer(await readCustomer(tx, customerId)) }
}

export async function detachMethod(
  tx: SandboxTx,
  names: SandboxNames,
  methodId: string,
): Promise<SandboxAnswer> {
  const method = await findMethod(tx, methodId)
  if (!method) throw noSuch('payment_method', 'saved card')
  await detach(tx, methodId)
  await recordEvent(tx, {
    id: names.id('evt'),
    type: 'payment_method.detached',
    object: presentMethod(method),
  })
  return { status: 200, body: { ...presentMethod(method), customer: null } }
}

async function finish(
  tx: SandboxTx,
  names: SandboxNames,
  { setup, testCard, card }: { setup: Setup; testCard: string; card: TestCard },
): Promise<SandboxAnswer> {
  const failure = card.savesAnyway ? null : (card.failure ?? null)
  const method = failure
    ? null
    : await attachCard(tx, names, { customerId: setup.customerId, testCard, card })
  await moveSetup(tx, setup.id, {
    status: failure ? 'requires_payment_method' : 'succeeded',
    testCard,
    method,
    lastError: failure,
  })
  const moved = await lockSetup(tx, setup.id)
  await recordEvent(tx, {
    id: names.id('evt'),
    type: failure ? 'setup_intent.setup_failed' : 'setup_intent.succeeded',
    object: presentSetup(moved),
  })
  return failure ? { status: 402, body: presentSetupDecline(moved, failure) } : presented(tx, setup.id)
}

async function presented(tx: SandboxTx, setupId: string): Promise<SandboxAnswer> {
  return { status: 200, body: presentSetup(await lockSetup(tx, setupId)) }
}

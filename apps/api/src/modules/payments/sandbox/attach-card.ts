import { recordEvent } from './events.repo.ts'
import type { SandboxTx } from './sandbox-tables.ts'
import type { SandboxNames } from './sandbox-names.ts'
import type { TestCard } from './test-cards.ts'
import { presentMethod } from './vault.presenter.ts'
import { findMethod, insertMethod } from './vault.repo.ts'

/** Saves a published card for a customer; answers the name under which it pays from now on. */
export async function attachCard(
  tx: SandboxTx,
  names: SandboxNames,
  { customerId, testCard, card }: { customerId: string; testCard: string; card: TestCard },
): Promise<string> {
  const id = names.id('pm')
  await insertMethod(tx, { id, customerId, testCard, card })
  const method = await findMethod(tx, id)
  if (!method) throw new Error(`the card ${id} was not saved`)
  await recordEvent(tx, {
    id: names.id('evt'),
    type: 'payment_method.attached',
    object: presentMethod(method),
  })
  return id
}

import { recordEvent } from '../webhooks/events.repo.ts'
import type { SandboxTx } from '../sandbox-tables.ts'
import type { SandboxIds } from '../sandbox-ids.ts'
import type { TestCard } from '../test-cards.ts'
import { presentMethod } from './vault.presenter.ts'
import { findMethod, insertMethod } from './vault.repo.ts'

/** Saves a published card for a customer and returns it with its own id. */
export async function attachCard(
  tx: SandboxTx,
  ids: SandboxIds,
  { customerId, testCard, card }: { customerId: string; testCard: string; card: TestCard },
): Promise<string> {
  const id = ids.id('pm')
  await insertMethod(tx, { id, customerId, testCard, card })
  const method = await findMethod(tx, id)
  if (!method) throw new Error(`card ${id} was not saved`)
  await recordEvent(tx, {
    id: ids.id('evt'),
    type: 'payment_method.attached',
    object: presentMethod(method),
  })
  return id
}

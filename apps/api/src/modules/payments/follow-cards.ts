import { inTransaction } from '../../db/transaction.ts'
import type { SavedMethod } from './card-vault.port.ts'
import type { CardsDeps } from './cards-deps.ts'
import { findCustomer, mirrorCards } from './cards.repo.ts'

/**
 * Makes the team's saved cards here what they are at the provider, who has the say. Where there are cards and none is the
 * default, the latest becomes it. Safe at any time and as often as one likes.
 */
export async function followCards(deps: CardsDeps, teamId: string): Promise<void> {
  const owner = { teamId, gateway: deps.gateway.name }
  const customerId = await findCustomer(deps.db, owner)
  if (customerId === undefined) return
  const methods = await withDefault(deps, customerId, await deps.vault.listMethods(customerId))
  await inTransaction(deps.db, (tx) => mirrorCards(tx, deps.ids, owner, methods))
}

async function withDefault(
  { vault, ids }: CardsDeps,
  customerId: string,
  methods: readonly SavedMethod[],
): Promise<readonly SavedMethod[]> {
  const [latest, ...others] = methods
  if (!latest || methods.some((method) => method.isDefault)) return methods
  await vault.setDefault({ customerId, methodId: latest.methodId, idempotencyKey: ids.secret() })
  return [{ ...latest, isDefault: true }, ...others]
}

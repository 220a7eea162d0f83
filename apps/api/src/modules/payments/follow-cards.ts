import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../db/transaction.ts'
import type { SavedMethod } from './card-vault.port.ts'
import type { CardsDeps } from './cards-deps.ts'
import { findCustomer, mirrorCards } from './cards.repo.ts'
import type { SavedCard } from './saved-card.ts'

// Each look again finds what another changed meanwhile; nobody changes their cards more often than that.
const mostLooks = 6

/**
 * Makes the team's saved cards here what they are at the provider, who has the say; answers them. Where there are cards and none is
 * the default, the latest becomes it. Safe at any time and as often as one likes: two that follow at once may write down what
 * was true a moment ago, so each looks again after it wrote, and the last to write has looked last.
 */
export async function followCards(deps: CardsDeps, teamId: string): Promise<SavedCard[]> {
  const owner = { teamId, gateway: deps.gateway.name }
  const customerId = await findCustomer(deps.db, owner)
  if (customerId === undefined) return []
  const look = async () => withDefault(deps, customerId, await deps.vault.listMethods(customerId))
  let methods = await look()
  for (let looks = 1; ; looks += 1) {
    const written = methods
    const cards = await inTransaction(deps.db, (tx) => mirrorCards(tx, deps.ids, owner, written))
    methods = await look()
    if (isDeepStrictEqual(methods, written) || looks === mostLooks) return cards
  }
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

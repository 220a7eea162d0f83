import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#api/audit/actor.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { SavedMethod } from '../card-vault.port.ts'
import { maxCards } from './card-limit.ts'
import type { CardsDeps } from './cards-deps.ts'
import { findCustomer, mirrorCards } from './cards.repo.ts'
import { ignoreMissing } from './find-team-card.ts'
import type { SavedCard } from './saved-card.ts'

// Limits the re-reads under concurrent changes.
const maxReads = 6

/**
 * Mirrors the gateway's cards, which are the source of truth, and returns them. If none is the default, the newest
 * becomes it. Cards beyond the limit, saved at the same time as others, are removed at the gateway. Concurrent runs may write an outdated list, so each re-reads after writing, until nothing has changed.
 */
export async function syncCards(
  deps: CardsDeps,
  { teamId, actor }: { teamId: string; actor: Actor },
): Promise<SavedCard[]> {
  const owner = { teamId, gateway: deps.gateway.name }
  const customerId = await findCustomer(deps.db, owner)
  if (customerId === undefined) return []
  const readMethods = async () => withDefault(deps, customerId, await deps.vault.listMethods(customerId))
  let methods = await readMethods()
  for (let reads = 1; ; reads += 1) {
    const written = methods
    const { cards, surplus } = await inTransaction(deps.db, (tx) =>
      mirrorCards(tx, deps.ids, { ...owner, actor, maxCards }, written),
    )
    for (const { methodId } of surplus)
      await ignoreMissing(deps.vault.detachMethod({ methodId, idempotencyKey: deps.ids.secret() }))
    methods = await readMethods()
    if (isDeepStrictEqual(methods, written) || reads === maxReads) return cards
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

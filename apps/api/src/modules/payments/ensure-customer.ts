import { told, type CardsDeps } from './cards-deps.ts'
import { findCustomer, keepCustomer } from './cards.repo.ts'

/**
 * The team's customer at the provider, made where it has none. Two that ask at once send the same key, so that one is made.
 * Throws `payments.unavailable` where the provider gives no answer.
 */
export async function ensureCustomer(
  { db, vault, gateway }: Pick<CardsDeps, 'db' | 'vault' | 'gateway'>,
  { teamId, teamName }: { teamId: string; teamName: string },
): Promise<string> {
  const owner = { teamId, gateway: gateway.name }
  const known = await findCustomer(db, owner)
  if (known !== undefined) return known
  const made = await told(
    vault.createCustomer({ teamId, name: teamName, idempotencyKey: `${teamId}:customer` }),
  )
  return keepCustomer(db, owner, made)
}

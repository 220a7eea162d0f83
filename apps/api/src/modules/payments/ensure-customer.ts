import { createHash } from 'node:crypto'
import { told, type CardsDeps } from './cards-deps.ts'
import { cardsErrors } from './cards.errors.ts'
import { findCustomer, keepCustomer } from './cards.repo.ts'
import { GatewayRefused } from './payments.port.ts'

/**
 * The team's customer at the provider, made where it has none. Two that ask at once send the same key, so that one is made.
 * Throws `payments.unavailable` where the provider gives no answer, and `payments.refused` where it says no.
 */
export async function ensureCustomer(
  { db, vault, gateway }: Pick<CardsDeps, 'db' | 'vault' | 'gateway'>,
  { teamId, teamName }: { teamId: string; teamName: string },
): Promise<string> {
  const owner = { teamId, gateway: gateway.name }
  const known = await findCustomer(db, owner)
  if (known !== undefined) return known
  const made = await unlessRefused(
    told(vault.createCustomer({ teamId, name: teamName, idempotencyKey: keyOf(teamId, teamName) })),
  )
  return keepCustomer(db, owner, made)
}

// A key goes with one body, for as long as the provider remembers it: a team that was renamed asks anew.
function keyOf(teamId: string, teamName: string): string {
  return `${teamId}:customer:${createHash('sha256').update(teamName).digest('hex').slice(0, 12)}`
}

async function unlessRefused<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GatewayRefused) throw cardsErrors.make('payments.refused', { cause: error })
    throw error
  }
}

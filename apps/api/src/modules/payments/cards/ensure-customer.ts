import { createHash } from 'node:crypto'
import { translateGatewayErrors, type CardsDeps } from './cards-deps.ts'
import { cardsErrors } from './cards.errors.ts'
import { findCustomer, saveCustomer } from './cards.repo.ts'
import { GatewayRejected } from '../payments.port.ts'

/**
 * Returns the team's customer at the gateway and creates it if necessary. Concurrent calls use the same key and
 * create one.
 * @throws `payments.unavailable` without a response, `payments.rejected` if the gateway rejects the team.
 */
export async function ensureCustomer(
  { db, vault, gateway }: Pick<CardsDeps, 'db' | 'vault' | 'gateway'>,
  { teamId, teamName }: { teamId: string; teamName: string },
): Promise<string> {
  const owner = { teamId, gateway: gateway.name }
  const existingId = await findCustomer(db, owner)
  if (existingId !== undefined) return existingId
  const createdId = await translateRejection(
    translateGatewayErrors(
      vault.createCustomer({ teamId, name: teamName, idempotencyKey: idempotencyKeyFor(teamId, teamName) }),
    ),
  )
  return saveCustomer(db, owner, createdId)
}

// The key includes the name, because a key is bound to one request body at the gateway. In hexadecimal, one name in
// 2,800 looked like a card number, which the gateway refuses.
function idempotencyKeyFor(teamId: string, teamName: string): string {
  return `${teamId}:customer:${createHash('sha256').update(teamName).digest('base64url').slice(0, 12)}`
}

async function translateRejection<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GatewayRejected) throw cardsErrors.make('payments.rejected', { cause: error })
    throw error
  }
}

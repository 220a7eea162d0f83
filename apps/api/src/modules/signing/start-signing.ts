import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Ids } from '#api/shared/ids.ts'
import { signingErrors } from './signing.errors.ts'
import type { SigningPort } from './signing.port.ts'
import { countRecentSignings, insertSigning, lockSignings } from './signings.repo.ts'
import { nonceHash, signupChannel } from './signup-nonce.ts'

const maxSigningsPerHour = 60

interface StartDeps {
  db: Db
  ids: Ids
  signing: SigningPort
}

export interface StartSigning {
  nonce: string
  name: string
  email: string
  /** From `ipLimitKey`. */
  ipAddress: string
}

/**
 * Starts a signing and returns the frame's URL and the channel for the result.
 * @throws `signing.too_many`
 */
export async function startSigning(
  { db, ids, signing }: StartDeps,
  { nonce, name, email, ipAddress }: StartSigning,
): Promise<{ frameUrl: string; channel: string }> {
  const signingId = ids.next('sgn')
  const channel = signupChannel(nonce)
  await inTransaction(db, async (tx) => {
    await lockSignings(tx, ipAddress)
    if ((await countRecentSignings(tx, ipAddress)) >= maxSigningsPerHour)
      throw signingErrors.make('signing.too_many', { retryAfterSeconds: 600 })
    await insertSigning(tx, {
      id: signingId,
      provider: signing.provider,
      nonceHash: nonceHash(nonce),
      channel,
      name,
      email,
      ipAddress,
    })
  })
  return { frameUrl: signing.frameUrl({ signingId, name, email }), channel }
}

import type { Db } from '#api/db/client.ts'
import type { Ids } from '#api/shared/ids.ts'
import { signingErrors } from './signing.errors.ts'
import type { SigningPort } from './signing.port.ts'
import { countRecentSignings, insertSigning } from './signings.repo.ts'
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
  if ((await countRecentSignings(db, ipAddress)) >= maxSigningsPerHour) {
    throw signingErrors.make('signing.too_many', { retryAfterSeconds: 600 })
  }
  const signingId = ids.next('sgn')
  const channel = signupChannel(nonce)
  await insertSigning(db, {
    id: signingId,
    provider: signing.provider,
    nonceHash: nonceHash(nonce),
    channel,
    name,
    email,
    ipAddress,
  })
  return { frameUrl: signing.frameUrl({ signingId, name, email }), channel }
}

import type { Db } from '../../db/client.ts'
import type { Ids } from '../../shared/ids.ts'
import { signingErrors } from './signing.errors.ts'
import type { SigningPort } from './signing.port.ts'
import { countRecentSignings, insertSigning } from './signings.repo.ts'
import { nonceHash, signupChannel } from './signup-nonce.ts'

const perHour = 60

interface StartDeps {
  db: Db
  ids: Ids
  signing: SigningPort
}

export interface StartSigning {
  nonce: string
  name: string
  email: string
  /** From `addressKey`. */
  address: string
}

/** Begins a signing; answers what the frame shows and where the signature will be told. Throws `signing.too_many`. */
export async function startSigning(
  { db, ids, signing }: StartDeps,
  { nonce, name, email, address }: StartSigning,
): Promise<{ frameUrl: string; channel: string }> {
  if ((await countRecentSignings(db, address)) >= perHour) {
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
    address,
  })
  return { frameUrl: signing.frameUrl({ signingId, name, email }), channel }
}

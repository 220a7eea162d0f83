import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { WirePasskeyRequest } from '@terrace/contracts/passkeys'
import type { Db } from '#api/db/client.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import type { Ids } from '#api/shared/ids.ts'
import { accountErrors } from '../accounts.errors.ts'
import { insertChallenge, type ChallengeUse } from './challenges.repo.ts'
import type { PasskeySite } from './passkey-site.ts'
import { findPasskeys, type Passkey } from './passkeys.repo.ts'
import { findPendingLogin, insertPasskeyLogin } from './pending-logins.repo.ts'

const timeoutMs = 5 * 60_000

/**
 * What a passkey must sign to complete a login. Without a token, a login with a passkey alone begins.
 * @throws `account.login_expired`, `factor.none`
 */
export async function startPasskeyLogin(
  { db, ids }: { db: Db; ids: Ids },
  { token, site }: { token: string | undefined; site: PasskeySite },
): Promise<{ token: string; options: WirePasskeyRequest }> {
  if (token === undefined) {
    const started = ids.secret()
    await insertPasskeyLogin(db, hashToken(started))
    const use = { purpose: 'login', loginHash: hashToken(started) } as const
    return { token: started, options: await requestPasskey(db, { use, site }) }
  }
  const pending = await findPendingLogin(db, hashToken(token))
  if (!pending) throw accountErrors.make('account.login_expired')
  const { accountId } = pending
  const passkeys = accountId === null ? undefined : await findPasskeys(db, accountId)
  const use = { purpose: 'login', loginHash: hashToken(token) } as const
  return { token, options: await requestPasskey(db, { use, site, passkeys }) }
}

/**
 * Options with a new challenge for one of the passkeys, or for any passkey of the site.
 * @throws `factor.none` if none of the passkeys belongs to the site.
 */
export async function requestPasskey(
  db: Db,
  {
    use,
    site,
    passkeys,
  }: { use: ChallengeUse; site: PasskeySite; passkeys?: readonly Passkey[] | undefined },
): Promise<WirePasskeyRequest> {
  const usable = passkeys?.filter(({ rpId }) => rpId === site.rpId)
  if (usable?.length === 0) throw accountErrors.make('factor.none')
  const allowCredentials = usable?.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports,
  }))
  const { challenge } = await generateAuthenticationOptions({ rpID: site.rpId })
  await insertChallenge(db, { challenge, use, site })
  return {
    challenge,
    rpId: site.rpId,
    timeout: timeoutMs,
    userVerification: 'required',
    ...(allowCredentials && { allowCredentials }),
  }
}

import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { WireNewPasskey, WirePasskeyCreation } from '@terrace/contracts/passkeys'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, lockActiveAccount } from '../accounts.repo.ts'
import { markProven } from '../security/factors.repo.ts'
import { insertChallenge, takeChallenge } from './challenges.repo.ts'
import { factorRejectedError } from './check-second-factor.ts'
import { createFirstCodes } from './create-recovery-codes.ts'
import type { PasskeySite } from './passkey-site.ts'
import { findPasskeys, insertPasskey, type Passkey } from './passkeys.repo.ts'
import { recordSecurityChange } from './record-security-change.ts'
import { challengeOf, passkeyAlgorithms, verifyNewPasskey } from './verify-passkey.ts'

const maxPasskeys = 20
const timeoutMs = 5 * 60_000

/** Options to create a passkey that identifies the account by itself and verifies its user. */
export async function preparePasskey(
  { db, config }: { db: Db; config: { brand: string } },
  { accountId, sessionId }: AuthenticatedAccount,
  site: PasskeySite,
): Promise<WirePasskeyCreation> {
  const account = await findAccount(db, accountId)
  if (!account) throw commonErrors.make('session.missing')
  const passkeys = await findPasskeys(db, accountId)
  assertRoom(passkeys)
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: config.brand,
    rpID: site.rpId,
    userName: account.username,
    supportedAlgorithmIDs: passkeyAlgorithms,
  })
  await insertChallenge(db, { challenge, use: { purpose: 'register', sessionId }, site })
  return {
    challenge,
    rp: { id: site.rpId, name: config.brand },
    user: {
      id: Buffer.from(accountId).toString('base64url'),
      name: account.username,
      displayName: `${account.firstName} ${account.lastName}`.trim(),
    },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: timeoutMs,
    attestation: 'none',
    excludeCredentials: passkeys
      .filter(({ rpId }) => rpId === site.rpId)
      .map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key', transports })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/**
 * Adds a passkey. It also proves the session's second factor. Returns recovery codes with the first second factor.
 * @throws `factor.setup_expired`, `factor.rejected`, `factor.passkey_known`, `factor.too_many_passkeys`
 */
export async function addPasskey(
  { db, ids }: { db: Db; ids: Ids },
  { accountId, sessionId, teamId }: AuthenticatedAccount,
  { name, credential, caller }: { name: string; credential: WireNewPasskey; caller: Caller },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const challenge = challengeOf(credential)
  const use = { purpose: 'register', sessionId } as const
  const site = challenge === undefined ? undefined : await takeChallenge(db, { challenge, use })
  if (challenge === undefined || !site) throw accountErrors.make('factor.setup_expired')
  const verified = await verifyNewPasskey({ credential, challenge, site })
  if (!verified) throw factorRejectedError('passkey')
  const passkey = {
    ...verified,
    id: ids.next('psk'),
    accountId,
    rpId: site.rpId,
    transports: credential.response.transports ?? [],
    name,
  }
  try {
    return await inTransaction(db, async (tx) => {
      if (!(await lockActiveAccount(tx, accountId))) throw commonErrors.make('session.missing')
      assertRoom(await findPasskeys(tx, accountId))
      await insertPasskey(tx, passkey)
      await markProven(tx, sessionId, 'second_factor')
      const context = { accountId, actorId: accountId, teamId, sessionId, caller }
      await recordSecurityChange(tx, {
        ...context,
        change: 'passkey_added',
        kind: 'factor.passkey_added',
        details: { passkey_id: passkey.id },
      })
      const added = (await findPasskeys(tx, accountId)).find(({ id }) => id === passkey.id)
      if (!added) throw new Error('the passkey was not stored')
      return { passkey: added, recoveryCodes: await createFirstCodes(tx, context) }
    })
  } catch (error) {
    if (constraintOf(error) !== 'account_passkeys__credential_unique') throw error
    throw accountErrors.make('factor.passkey_known', { cause: error })
  }
}

function assertRoom(passkeys: readonly Passkey[]): void {
  if (passkeys.length >= maxPasskeys) throw accountErrors.make('factor.too_many_passkeys')
}

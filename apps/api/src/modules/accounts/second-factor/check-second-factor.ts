import type { SecondFactorProof } from '@terrace/contracts/second-factor'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { AppError } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findApp, useStep } from './authenticator-apps.repo.ts'
import { takeChallenge, type ChallengeUse } from './challenges.repo.ts'
import { findPasskey, usePasskey } from './passkeys.repo.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { countUnusedCodes, useCode } from './recovery-codes.repo.ts'
import { recordSecurityChange } from './record-security-change.ts'
import { stepOfCode } from './totp.ts'
import { challengeOf, verifyPasskeyResponse } from './verify-passkey.ts'

export interface SecondFactorDeps {
  db: Db
  clock: Clock
  fieldCipher: FieldCipher
}

/**
 * Uses up what was proved, in the transaction that it permits; false if another request was faster. Nothing proves twice:
 * a step of an authenticator app, a recovery code and a challenge work once.
 */
export type UseFactor = (tx: Tx) => Promise<boolean>

interface CheckSecondFactor {
  accountId: string
  proof: SecondFactorProof
  /** Where a passkey's challenge must come from. */
  use: ChallengeUse
  caller: Caller
}

/** Returns how to use the proof up; `undefined` if it is wrong. Callers limit the attempts. */
export async function checkSecondFactor(
  deps: SecondFactorDeps,
  { accountId, proof, use, caller }: CheckSecondFactor,
): Promise<UseFactor | undefined> {
  if (proof.method === 'passkey') return checkPasskey(deps, accountId, { proof, use })
  if (proof.method === 'totp') return checkCode(deps, accountId, proof.code)
  return async (tx) => {
    if (!(await useCode(tx, accountId, hashRecoveryCode(proof.code)))) return false
    await recordSecurityChange(tx, {
      change: 'recovery_code_used',
      kind: 'factor.code_used',
      details: { left: await countUnusedCodes(tx, accountId) },
      accountId,
      actorId: accountId,
      caller,
    })
    return true
  }
}

async function checkCode(
  { db, clock, fieldCipher }: SecondFactorDeps,
  accountId: string,
  code: string,
): Promise<UseFactor | undefined> {
  const app = await findApp(db, accountId)
  if (!app) return undefined
  const secret = fieldCipher.tryDecrypt(app.encryptedSecret, encryptionContexts.authenticatorSecret(app.id))
  if (secret === undefined) return undefined
  const step = stepOfCode({ secret, code, now: clock.now() })
  return step === undefined ? undefined : (tx) => useStep(tx, app.id, step)
}

async function checkPasskey(
  { db }: SecondFactorDeps,
  accountId: string,
  {
    proof: { credential },
    use,
  }: { proof: Extract<SecondFactorProof, { method: 'passkey' }>; use: ChallengeUse },
): Promise<UseFactor | undefined> {
  const challenge = challengeOf(credential)
  // Taken first, and also when the response is invalid: a response can be tried once.
  const site = challenge === undefined ? undefined : await takeChallenge(db, { challenge, use })
  const passkey = await findPasskey(db, credential.id)
  if (challenge === undefined || !site || passkey?.accountId !== accountId) return undefined
  const signCount = await verifyPasskeyResponse({ credential, passkey, challenge, site })
  return signCount === undefined ? undefined : (tx) => usePasskey(tx, passkey.id, signCount)
}

const titles: Readonly<Record<SecondFactorProof['method'], string>> = {
  totp: 'This code is incorrect or was already used',
  recovery_code: 'This recovery code is incorrect or was already used',
  passkey: 'This passkey could not be verified. Try again',
}

/** The error of a wrong proof, the same for every reason. */
export function factorRejectedError(method: SecondFactorProof['method']): AppError {
  const title = titles[method]
  const field = method === 'passkey' ? 'credential' : 'code'
  return accountErrors.make('factor.rejected', { title, details: { fields: { [field]: [title] } } })
}

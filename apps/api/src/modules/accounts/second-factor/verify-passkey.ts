import type { WireNewPasskey, WirePasskeyAnswer } from '@terrace/contracts/passkeys'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { PasskeySite } from './passkey-site.ts'
import type { Passkey } from './passkeys.repo.ts'
import { isShortRsaKey } from './short-rsa-key.ts'

/** Ed25519, P-256 and RSA. Named, because the library would also try experimental ones of the runtime. */
export const passkeyAlgorithms = [-8, -7, -257]

/** The challenge that a passkey says it signed; `undefined` if its answer is malformed. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | undefined {
  return orUndefined(() => {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' ? challenge : undefined
  })
}

/**
 * The counter of a right answer. `undefined` if the signature, site, challenge or counter is wrong, or if the passkey did
 * not verify its user.
 */
export async function verifyPasskeyAnswer({
  answer,
  passkey,
  challenge,
  site,
}: {
  answer: WirePasskeyAnswer
  passkey: Passkey
  challenge: string
  site: PasskeySite
}): Promise<number | undefined> {
  const { userHandle } = answer.response
  // Set by every passkey that signs in alone; it must name the passkey's own account.
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.accountId) return undefined
  return orUndefined(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        clientExtensionResults: {},
        response: { ...answer.response, userHandle: userHandle ?? undefined },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

/** The key of a new passkey; `undefined` if its answer is wrong. */
export async function verifyNewPasskey({
  answer,
  challenge,
  site,
}: {
  answer: WireNewPasskey
  challenge: string
  site: PasskeySite
}): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount'> | undefined> {
  return orUndefined(async () => {
    // Options ask for no attestation. Certificates would make the verification fetch addresses that they name.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject))
    if (attestation.get('attStmt').get('x5c') !== undefined) return undefined
    if (!['none', 'packed'].includes(attestation.get('fmt'))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          attestationObject: answer.response.attestationObject,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    if (!verified) return undefined
    const { id: credentialId, publicKey, counter: signCount } = registrationInfo.credential
    if (isShortRsaKey(publicKey)) return undefined
    return { credentialId, publicKey: Buffer.from(publicKey), signCount }
  })
}

/** The library throws a plain error for every kind of wrong answer; all of them are one rejection. */
function orUndefined<Result>(work: () => Result): Result | undefined
function orUndefined<Result>(work: () => Promise<Result>): Promise<Result | undefined>
function orUndefined<Result>(work: () => Result | Promise<Result>) {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(() => undefined) : result
  } catch {
    return undefined
  }
}

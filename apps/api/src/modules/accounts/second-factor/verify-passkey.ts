import type { WireNewPasskey, WirePasskeyResponse } from '@terrace/contracts/passkeys'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { PasskeySite } from './passkey-site.ts'
import type { Passkey } from './passkeys.repo.ts'
import { isShortRsaKey } from './short-rsa-key.ts'

/** Ed25519, P-256 and RSA. Named, because the library would also try experimental ones of the runtime. */
export const passkeyAlgorithms = [-8, -7, -257]

/** The challenge that a passkey says it signed; `undefined` if its response is malformed. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | undefined {
  return orUndefined(() => {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' ? challenge : undefined
  })
}

/**
 * The counter of a valid response. `undefined` if the signature, site, challenge or counter is wrong, or if the passkey did
 * not verify its user.
 */
export async function verifyPasskeyResponse({
  credential,
  passkey,
  challenge,
  site,
}: {
  credential: WirePasskeyResponse
  passkey: Passkey
  challenge: string
  site: PasskeySite
}): Promise<number | undefined> {
  const { userHandle } = credential.response
  // Set by every passkey that signs in alone; it must name the passkey's own account.
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.accountId) return undefined
  return orUndefined(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        clientExtensionResults: {},
        response: { ...credential.response, userHandle: userHandle ?? undefined },
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

/** The key of a new passkey; `undefined` if its response is invalid. */
export async function verifyNewPasskey({
  credential,
  challenge,
  site,
}: {
  credential: WireNewPasskey
  challenge: string
  site: PasskeySite
}): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount'> | undefined> {
  return orUndefined(async () => {
    // Options ask for no attestation. Certificates would make the verification fetch addresses that they name.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject))
    if (attestation.get('attStmt').get('x5c') !== undefined) return undefined
    if (!['none', 'packed'].includes(attestation.get('fmt'))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: credential.response.clientDataJSON,
          attestationObject: credential.response.attestationObject,
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

/** The library throws a plain error for every kind of invalid response; all of them are one rejection. */
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

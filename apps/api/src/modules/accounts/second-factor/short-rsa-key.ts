import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

const minBytes = 256

/** RSA keys of less than 2,048 bits, which the algorithm of a passkey does not rule out. */
export function isShortRsaKey(publicKey: Uint8Array<ArrayBuffer>): boolean {
  const key = decodeCredentialPublicKey(publicKey)
  if (!cose.isCOSEPublicKeyRSA(key)) return false
  const modulus = key.get(cose.COSEKEYS.n) ?? new Uint8Array()
  const firstUsed = modulus.findIndex((byte) => byte !== 0)
  return firstUsed === -1 || modulus.length - firstUsed < minBytes
}

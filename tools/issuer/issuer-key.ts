import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads the signing key or creates it: the marketplace is configured with it once. */
export function readOrCreateKey(file: string): KeyObject {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  }
  return createPrivateKey(readFileSync(file))
}

interface IssuerSettings {
  origin: string
  name: string
  key: KeyObject
}

export const issuerId = 'harbour'

/** Secret for token introspection, derived from the key so that it stays the same. */
export function introspectionSecret(key: KeyObject): string {
  const text = key.export({ type: 'pkcs8', format: 'pem' })
  return createHash('sha256').update('introspection').update(text).digest('base64url')
}

/** `HANDOVER_ISSUERS` of a marketplace that accepts this site. */
export function issuerSetting({ origin, name, key }: IssuerSettings): string {
  return JSON.stringify([
    {
      id: issuerId,
      name,
      origin,
      authorize_url: `${origin}/hand-over`,
      // Its user names accounts; the first handover links them.
      subject: 'username',
      public_key: createPublicKey(key).export({ format: 'jwk' }),
      introspection_url: `${origin}/introspect`,
      introspection_secret: introspectionSecret(key),
    },
  ])
}

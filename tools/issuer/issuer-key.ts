import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The key of the last time, or a new one kept for the next: the other site is told of it once. */
export function keptKey(file: string): KeyObject {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  }
  return createPrivateKey(readFileSync(file))
}

interface IssuerPlace {
  origin: string
  name: string
  key: KeyObject
}

export const issuerId = 'harbour'

/** What the marketplace asks about raw tokens with; of the key, so that it stays with it. */
export function introspectionSecret(key: KeyObject): string {
  const text = key.export({ type: 'pkcs8', format: 'pem' })
  return createHash('sha256').update('introspection').update(text).digest('base64url')
}

/** HANDOVER_ISSUERS for a marketplace that this site hands over to. */
export function issuerSetting({ origin, name, key }: IssuerPlace): string {
  return JSON.stringify([
    {
      id: issuerId,
      name,
      origin,
      authorize_url: `${origin}/hand-over`,
      public_key: createPublicKey(key).export({ format: 'jwk' }),
      introspection_url: `${origin}/introspect`,
      introspection_secret: introspectionSecret(key),
    },
  ])
}

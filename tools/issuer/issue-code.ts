import { randomUUID, sign, type KeyObject } from 'node:crypto'

interface IssueCode {
  key: KeyObject
  origin: string
  /** Origin of the marketplace. */
  audience: string
  username: string
  /** Returned unchanged: binds the code to the browser that started the handover. */
  state: string
}

const validSeconds = 60

/** A signed one-time code (JWS, EdDSA). Written without a library, as a model for other sites in any language. */
export function issueCode({ key, origin, audience, username, state }: IssueCode): string {
  const now = Math.floor(Date.now() / 1000)
  const parts = [
    { alg: 'EdDSA', typ: 'JWT' },
    {
      iss: origin,
      aud: audience,
      sub: username,
      jti: randomUUID(),
      nonce: state,
      iat: now,
      exp: now + validSeconds,
    },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

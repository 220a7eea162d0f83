import { randomUUID, sign, type KeyObject } from 'node:crypto'

interface IssueCode {
  key: KeyObject
  origin: string
  /** The marketplace, as it named itself. */
  audience: string
  username: string
  /** Given back as it came: it binds the code to the browser that began. */
  state: string
}

const goodForSeconds = 60

/** A signed one-time code (JWS, EdDSA). Written out, so that it shows what another site has to do, in any language. */
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
      exp: now + goodForSeconds,
    },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

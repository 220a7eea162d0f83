import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  WireNewPasskey,
  WirePasskeyResponse,
  WirePasskeyCreation,
  WirePasskeyRequest,
} from '@terrace/contracts/passkeys'

const defaultOrigin = 'http://localhost:4000'

interface ResponseOptions {
  /** The page that asks. */
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  /** Claims this challenge instead of the one of the options. */
  challenge?: string
  userHandle?: string | null
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A passkey in software, which responds like an authenticator and can also send invalid responses. */
export class FakePasskey {
  readonly credentialId = randomBytes(32)
  /** Counts uses, unless it is 0. */
  signCount = 0
  userHandle: string | null = null
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })

  create(
    { challenge, rp, user }: WirePasskeyCreation,
    options: ResponseOptions & { attestation?: Map<string, unknown>; format?: string } = {},
  ): WireNewPasskey {
    this.userHandle = user.id
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const authData = Buffer.concat([
      // The flag 0x40: a new credential follows.
      this.#authenticatorData({ rpId: rp.id, ...options }, 0x40),
      Buffer.alloc(16),
      length,
      this.credentialId,
      coseKey,
    ])
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', options.format ?? 'none'],
        ['attStmt', options.attestation ?? new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as Parameters<typeof isoCBOR.encode>[0],
    )
    return {
      ...this.#identity(),
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', { challenge, ...options })),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    }
  }

  respond({ challenge, rpId }: WirePasskeyRequest, options: ResponseOptions = {}): WirePasskeyResponse {
    if (this.signCount > 0) this.signCount += 1
    const authData = this.#authenticatorData({ rpId, ...options })
    const client = clientData('webauthn.get', { challenge, ...options })
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
    const userHandle = options.userHandle === undefined ? this.userHandle : options.userHandle
    return {
      ...this.#identity(),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(createSign('sha256').update(signed).sign(this.#key.privateKey)),
        userHandle,
      },
    }
  }

  #identity() {
    const id = base64url(this.credentialId)
    return { id, rawId: id, type: 'public-key' as const }
  }

  #authenticatorData({ rpId = '', isUserVerified = true }: ResponseOptions, flags = 0): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.signCount)
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      // User present, user verified.
      Buffer.of(0x01 | (isUserVerified ? 0x04 : 0) | flags),
      count,
    ])
  }
}

function clientData(
  type: string,
  { challenge, origin = defaultOrigin }: { challenge: string; origin?: string | undefined },
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../http/signed-in.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Db } from '../../db/client.ts'
import { commonErrors } from '../../shared/app-error.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { findSession } from './sessions.repo.ts'

const keptMs = 15_000
const keptSessions = 10_000

/**
 * Recognises a bearer token. A recognised session is remembered for some seconds, so that a busy broker does not cost a
 * database round trip a call; a revocation is heard through the outbox, and in its own process at once.
 */
export function createAuthenticator({ db, outbox }: { db: Db; outbox: OutboxTail }) {
  const known = new Map<string, { account: SignedIn; until: number }>()
  const keys = new WeakMap<FastifyRequest, string>()

  /** What its bearer token is known by; undefined where it has none. Worked out once a request, for all who ask. */
  function keyOfRequest(request: FastifyRequest): string | undefined {
    const found = keys.get(request)
    if (found !== undefined) return found
    const token = tokenOf(request)
    if (token === undefined) return undefined
    const key = keyOf(token)
    keys.set(request, key)
    return key
  }

  // Counts revocations: a session that was being looked up while one came in is not remembered from before it.
  let revocations = 0

  function forget(sessionId: string): void {
    revocations += 1
    for (const [key, entry] of known) if (entry.account.sessionId === sessionId) known.delete(key)
  }

  outbox.onNotice((rows) => {
    for (const row of rows) if (row.topic === 'session.revoked') forget(String(row.payload['sessionId']))
  })

  return {
    forget,
    /** The session of a bearer token that was recognised lately: a name for its bearer that costs nothing to find out. */
    sessionOf(request: FastifyRequest): string | undefined {
      const key = keyOfRequest(request)
      return key && known.get(key)?.account.sessionId
    },
    /** The account of the request's bearer token; throws 401 where there is no valid session. */
    async authenticate(request: FastifyRequest): Promise<SignedIn> {
      const key = keyOfRequest(request)
      if (key === undefined) throw commonErrors.make('session.missing')
      const entry = known.get(key)
      if (entry && entry.until > performance.now()) return entry.account
      const before = revocations
      const account = await findSession(db, tokenOf(request) ?? '')
      if (!account) {
        known.delete(key)
        throw commonErrors.make('session.missing')
      }
      if (before !== revocations) return account
      if (known.size >= keptSessions) known.clear()
      known.set(key, { account, until: performance.now() + keptMs })
      return account
    },
  }
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}

/** The token itself must not become a key that some log prints. */
function keyOf(token: string): string {
  return hashToken(token).toString('base64')
}

export type Authenticator = ReturnType<typeof createAuthenticator>

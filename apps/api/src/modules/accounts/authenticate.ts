import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../http/signed-in.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Db } from '../../db/client.ts'
import { commonErrors } from '../../shared/app-error.ts'
import { findSession, hashToken } from './sessions.repo.ts'

const idleDays = 30
const keptMs = 15_000
const keptSessions = 10_000

/**
 * Recognises a bearer token. A recognised session is remembered for some seconds, so that a busy broker does not cost a
 * database round trip a call; a revocation is heard through the outbox, and in its own process at once.
 */
export function createAuthenticator({ db, outbox }: { db: Db; outbox: OutboxTail }) {
  const known = new Map<string, { account: SignedIn; until: number }>()

  function forget(sessionId: string): void {
    for (const [key, entry] of known) if (entry.account.sessionId === sessionId) known.delete(key)
  }

  outbox.onNotice((rows) => {
    for (const row of rows) if (row.topic === 'session.revoked') forget(String(row.payload['sessionId']))
  })

  return {
    forget,
    /** The account of the request's bearer token; throws 401 where there is no valid session. */
    async authenticate(request: FastifyRequest): Promise<SignedIn> {
      const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
      if (!token) throw commonErrors.make('session.missing')
      const key = hashToken(token).toString('base64')
      const entry = known.get(key)
      if (entry && entry.until > performance.now()) return entry.account
      const account = await findSession(db, token, idleDays)
      if (!account) {
        known.delete(key)
        throw commonErrors.make('session.missing')
      }
      if (known.size >= keptSessions) known.clear()
      known.set(key, { account, until: performance.now() + keptMs })
      return account
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

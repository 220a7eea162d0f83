import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../http/signed-in.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Db } from '../../db/client.ts'
import { commonErrors } from '../../shared/app-error.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { findSessions } from './sessions.repo.ts'

const keptMs = 30_000
const keptSessions = 10_000
const checksApartMs = 10_000
const checkedAtOnce = 500

interface Known {
  account: SignedIn
  until: number
  /** Since the last check. */
  isUsed: boolean
}

/**
 * Recognises a bearer token. A recognised session is remembered for some seconds, so that a busy broker does not cost a
 * database round trip a call; a revocation is heard through the outbox, and in its own process at once. The remembered
 * ones that are in use are looked up again together, before anybody would have to wait for it.
 */
export function createAuthenticator({ db, outbox }: { db: Db; outbox: OutboxTail }) {
  const known = new Map<string, Known>()
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

  let nextCheck = 0

  async function checkKnown(): Promise<void> {
    const now = performance.now()
    nextCheck = now + checksApartMs
    const inUse: [string, Known][] = []
    for (const [key, entry] of known) {
      if (entry.until <= now) known.delete(key)
      else if (entry.isUsed) inUse.push([key, entry])
    }
    for (let from = 0; from < inUse.length; from += checkedAtOnce) {
      const some = inUse.slice(from, from + checkedAtOnce)
      const accounts = await findSessions(
        db,
        some.map(([key]) => hashOf(key)),
      )
      for (const [key, entry] of some) {
        // One that was revoked meanwhile is forgotten, and stays so.
        if (known.get(key) !== entry) continue
        const account = accounts.get(key)
        if (account) known.set(key, { account, until: now + keptMs, isUsed: false })
        else known.delete(key)
      }
    }
  }

  function use(entry: Known): SignedIn {
    entry.isUsed = true
    if (nextCheck <= performance.now()) {
      // Where it fails, each is looked up by itself once its time is over, and whoever asks is told.
      checkKnown().catch(() => undefined)
    }
    return entry.account
  }

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
      if (entry && entry.until > performance.now()) return use(entry)
      const before = revocations
      const account = (await findSessions(db, [hashOf(key)])).get(key)
      if (!account) {
        known.delete(key)
        throw commonErrors.make('session.missing')
      }
      if (before !== revocations) return account
      if (known.size >= keptSessions) known.clear()
      known.set(key, { account, until: performance.now() + keptMs, isUsed: true })
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

function hashOf(key: string): Buffer {
  return Buffer.from(key, 'base64')
}

export type Authenticator = ReturnType<typeof createAuthenticator>

import type { FastifyRequest } from 'fastify'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Db } from '#api/db/client.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { findSessions } from '../sessions/sessions.repo.ts'

const cacheMs = 30_000
const maxCachedSessions = 10_000
const revalidateAfterMs = 10_000
const sessionsPerQuery = 500

interface CachedSession {
  account: AuthenticatedAccount
  until: number
  /** Since the last revalidation. */
  isUsed: boolean
}

/**
 * Authenticates bearer tokens. Sessions are cached for some seconds to save a database round trip per request. A
 * revocation evicts them: at once in its own process, through the outbox in others. Sessions in use are revalidated
 * in batches in the background.
 */
export function createAuthenticator({ db, outbox }: { db: Db; outbox: OutboxTail }) {
  const cache = new Map<string, CachedSession>()
  const keys = new WeakMap<FastifyRequest, string>()

  /** Cache key of the bearer token; `undefined` without one. Hashed once per request. */
  function keyOfRequest(request: FastifyRequest): string | undefined {
    const found = keys.get(request)
    if (found !== undefined) return found
    const token = tokenOf(request)
    if (token === undefined) return undefined
    const key = keyOf(token)
    keys.set(request, key)
    return key
  }

  // Counts revocations, so that a lookup which overlaps one is not cached.
  let revocations = 0

  function dropCachedSession(sessionId: string): void {
    revocations += 1
    for (const [key, entry] of cache) if (entry.account.sessionId === sessionId) cache.delete(key)
  }

  /** For a change of what its members may do. */
  function dropCachedTeam(teamId: string): void {
    revocations += 1
    for (const [key, entry] of cache) if (entry.account.teamId === teamId) cache.delete(key)
  }

  outbox.onNotice((rows) => {
    for (const { topic, payload } of rows) {
      if (topic === 'session.revoked') dropCachedSession(String(payload['sessionId']))
      if (topic === 'team.access_changed' || topic === 'team.permissions_changed')
        dropCachedTeam(String(payload['teamId']))
    }
  })

  let nextCheck = 0

  async function revalidateSessions(): Promise<void> {
    const now = performance.now()
    nextCheck = now + revalidateAfterMs
    const inUse: [string, CachedSession][] = []
    for (const [key, entry] of cache) {
      if (entry.until <= now) cache.delete(key)
      else if (entry.isUsed) inUse.push([key, entry])
    }
    for (let from = 0; from < inUse.length; from += sessionsPerQuery) {
      const batch = inUse.slice(from, from + sessionsPerQuery)
      const accounts = await findSessions(
        db,
        batch.map(([key]) => hashOf(key)),
      )
      for (const [key, entry] of batch) {
        // Revoked during the query: keep it evicted.
        if (cache.get(key) !== entry) continue
        const account = accounts.get(key)
        if (account && !account.isSecondFactorDue)
          cache.set(key, { account, until: now + cacheMs, isUsed: false })
        else cache.delete(key)
      }
    }
  }

  function use(entry: CachedSession): AuthenticatedAccount {
    entry.isUsed = true
    if (nextCheck <= performance.now()) {
      // On failure, each session is looked up individually when it expires.
      revalidateSessions().catch(() => undefined)
    }
    return entry.account
  }

  return {
    dropCachedSession,
    dropCachedTeam,
    /** The account and session of a cached bearer token. Free of I/O, for rate-limit keys and logs. */
    findCached(request: FastifyRequest): AuthenticatedAccount | undefined {
      const key = keyOfRequest(request)
      return key === undefined ? undefined : cache.get(key)?.account
    },
    /**
     * @throws `session.missing` (401) if there is no valid session, `session.second_factor_due` (403) if it must prove
     * a second factor first and `isAllowedBeforeSecondFactor` is not set.
     */
    async authenticate(
      request: FastifyRequest,
      { isAllowedBeforeSecondFactor = false }: { isAllowedBeforeSecondFactor?: boolean } = {},
    ): Promise<AuthenticatedAccount> {
      const key = keyOfRequest(request)
      if (key === undefined) throw commonErrors.make('session.missing')
      const entry = cache.get(key)
      if (entry && entry.until > performance.now()) return use(entry)
      const revocationsBefore = revocations
      const account = (await findSessions(db, [hashOf(key)])).get(key)
      if (!account) {
        cache.delete(key)
        throw commonErrors.make('session.missing')
      }
      // Not cached, so that every process sees immediately when the factor has been proved.
      if (account.isSecondFactorDue) {
        if (isAllowedBeforeSecondFactor) return account
        throw commonErrors.make('session.second_factor_due')
      }
      if (revocationsBefore !== revocations) return account
      if (cache.size >= maxCachedSessions) cache.clear()
      cache.set(key, { account, until: performance.now() + cacheMs, isUsed: true })
      return account
    },
  }
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}

/** Keys are hashes, so a log that prints one never leaks a token. */
function keyOf(token: string): string {
  return hashToken(token).toString('base64')
}

function hashOf(key: string): Buffer {
  return Buffer.from(key, 'base64')
}

export type Authenticator = ReturnType<typeof createAuthenticator>

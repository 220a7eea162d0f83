import type { FastifyRequest } from 'fastify'
import type { Db } from '#api/db/client.ts'
import type { AuthenticatedKey } from '#api/http/authenticated-account.ts'
import { addLogFields } from '#api/http/log-fields.ts'
import type { RequestCounts } from '#api/plugins/rate-limit/request-counts.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { apiKeyErrors } from '../inventory-imports.errors.ts'
import { findKeyByHash, recordKeyUse, type KeyInUse } from './api-keys.repo.ts'

/** Limit of one key over all routes and IP addresses. Requests also count towards the limits of their address. */
const requestsPerMinute = 300
const minuteMs = 60_000
export const keyRevokedText = 'This API key was revoked'

/**
 * The key that a request carries. It is read from the database each time, so that a revoked key ends at once.
 * @throws `api_key.invalid`, which says why when the key is known; `rate.limited`
 */
export async function authenticateApiKey(
  { db, clock, requestCounts }: { db: Db; clock: Clock; requestCounts: RequestCounts },
  request: FastifyRequest,
): Promise<AuthenticatedKey> {
  const [, secret] = /^Bearer (invkey_[\w-]{20,100})$/.exec(request.headers.authorization ?? '') ?? []
  const key = secret === undefined ? undefined : await findKeyByHash(db, hashToken(secret))
  if (!key) throw apiKeyErrors.make('api_key.invalid')
  const now = clock.now()
  const problem = problemOf(key, now)
  if (problem !== undefined) throw apiKeyErrors.make('api_key.invalid', { title: problem })
  const { current, ttl } = requestCounts.take(`api key ${key.id}`, requestsPerMinute)
  if (current > requestsPerMinute)
    throw commonErrors.make('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) })
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() >= minuteMs)
    await recordKeyUse(db, key.id, now)
  addLogFields(request, { apiKeyId: key.id })
  return { keyId: key.id, teamId: key.teamId, profileId: key.profileId }
}

/** Why the key does not work; `undefined` if it does. */
function problemOf(key: KeyInUse, now: Date): string | undefined {
  if (key.revokedAt) return keyRevokedText
  if (key.expiresAt <= now) return 'This API key has expired. Create a new one'
  if (key.isProfileArchived) return 'The profile of this API key was removed'
  if (!key.isTeamSelling) return 'The team of this API key is not active'
  if (key.isCreatorSuspended) return 'The account that created this API key is suspended'
  return undefined
}

import { actorOf } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertOwner } from '#api/modules/teams/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FastifyRequest } from 'fastify'
import { notifyOwners } from '../notices/notify-owners.ts'
import { apiKeysLink } from '../notices/page-links.ts'
import { apiKeyErrors } from '../inventory-imports.errors.ts'
import { requireProfile } from '../profiles/manage-profiles.ts'
import { countActiveKeys, findApiKey, insertApiKey, revokeKey, type ApiKey } from './api-keys.repo.ts'

/** Every key starts with this, so that tools which scan published code for secrets recognise it. */
const keyStart = 'invkey_'
const shownChars = keyStart.length + 6
const maxKeys = 20
const dayMs = 86_400_000

export interface ApiKeyDeps {
  db: Db
  clock: Clock
  ids: Ids
}

interface ByAccount {
  account: AuthenticatedAccount
  request: FastifyRequest
}

/**
 * Creates a key for files of one profile. Its secret is returned this once.
 * @throws `team.not_owner`, `inventory_profile.not_found`, `api_key.too_many`
 */
export async function createApiKey(
  { db, clock, ids }: ApiKeyDeps,
  { account, request, name, profileId, days }: ByAccount & { name: string; profileId: string; days: number },
): Promise<{ key: ApiKey; secret: string }> {
  const { teamId, accountId } = account
  const id = ids.next('iak')
  const secret = `${keyStart}${ids.secret()}`
  const now = clock.now()
  const key = await inTransaction(db, async (tx) => {
    await assertOwner(tx, account)
    const profile = await requireProfile(tx, teamId, profileId)
    if ((await countActiveKeys(tx, teamId, now)) >= maxKeys) throw apiKeyErrors.make('api_key.too_many')
    const expiresAt = new Date(now.getTime() + days * dayMs)
    const prefix = secret.slice(0, shownChars)
    await insertApiKey(tx, {
      id,
      teamId,
      profileId,
      name,
      prefix,
      secretHash: hashToken(secret),
      createdBy: accountId,
      createdAt: now,
      expiresAt,
    })
    await recordChanges(tx, actorOf(account, request), {
      kind: 'inventory.api_key_created',
      details: { key_id: id, profile_id: profileId, prefix, expires_at: expiresAt.toISOString() },
    })
    await notifyOwners(tx, teamId, {
      kind: 'security',
      title: 'An API key was created for your team',
      detail: `“${name}” (${prefix}…) can send files of the profile “${profile.name}” until ${expiresAt.toISOString().slice(0, 10)}.`,
      link: apiKeysLink,
    })
    return findApiKey(tx, teamId, id)
  })
  if (!key) throw new Error(`the API key ${id} was not stored`)
  return { key, secret }
}

/** Revokes a key; it stops working at once. A repeated call has no effect. @throws `team.not_owner`, `api_key.not_found` */
export async function revokeApiKey(
  { db, clock }: ApiKeyDeps,
  { account, request, keyId }: ByAccount & { keyId: string },
): Promise<ApiKey> {
  const { teamId, accountId } = account
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, account)
    const key = await findApiKey(tx, teamId, keyId)
    if (!key) throw apiKeyErrors.make('api_key.not_found')
    const revokedAt = clock.now()
    if (!(await revokeKey(tx, { id: keyId, by: accountId, at: revokedAt }))) return key
    await recordChanges(tx, actorOf(account, request), {
      kind: 'inventory.api_key_revoked',
      details: { key_id: keyId, prefix: key.prefix },
    })
    await notifyOwners(tx, teamId, {
      kind: 'security',
      title: 'An API key of your team was revoked',
      detail: `“${key.name}” (${key.prefix}…) no longer sends files.`,
      link: apiKeysLink,
    })
    return { ...key, revokedAt }
  })
}

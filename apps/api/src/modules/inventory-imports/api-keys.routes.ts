import { inventoryApiKeysRoutes, type WireApiKey } from '@terrace/contracts/inventory-api-keys'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { isOwner } from '#api/modules/teams/index.ts'
import { readApiKeys, type ApiKey } from './api-keys/api-keys.repo.ts'
import { createApiKey, revokeApiKey, type ApiKeyDeps } from './api-keys/manage-api-keys.ts'

/** Mounts the keys with which a seller's system sends files. */
export function mountInventoryApiKeys(http: HttpContext, deps: ApiKeyDeps): void {
  mountRoute(http, inventoryApiKeysRoutes.list, async ({ account }) => {
    const now = deps.clock.now()
    const canManage = await isOwner(deps.db, account)
    const keys = canManage ? await readApiKeys(deps.db, account.teamId, now) : []
    return { data: { keys: keys.map((key) => present(key, now)), can_manage: canManage } }
  })

  mountRoute(http, inventoryApiKeysRoutes.create, async ({ account, body, request }) => {
    const { key, secret } = await createApiKey(deps, {
      account,
      request,
      name: body.name,
      profileId: body.profile_id,
      days: body.expires_in_days,
    })
    return { data: { key: present(key, deps.clock.now()), secret } }
  })

  mountRoute(http, inventoryApiKeysRoutes.revoke, async ({ account, params, request }) => {
    const key = await revokeApiKey(deps, { account, request, keyId: params.key_id })
    return { data: present(key, deps.clock.now()) }
  })
}

function present(key: ApiKey, now: Date): WireApiKey {
  const { expiresAt, revokedAt, lastUsedAt } = key
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    profile: { id: key.profileId, name: key.profileName },
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
    state: revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
  }
}

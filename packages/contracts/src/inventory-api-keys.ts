import { z } from 'zod/mini'
import { profileId } from './inventory-profiles.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'

/** A key is valid for at most so long. */
export const maxApiKeyDays = 365

export const apiKeyId = z.string().check(z.regex(/^iak_[0-9A-Za-z_-]{1,60}$/, 'must be the id of an API key'))

export const wireApiKey = z.object({
  id: apiKeyId,
  name: z.string(),
  /** The first characters of the key, by which people recognise it. */
  prefix: z.string(),
  profile: z.object({ id: profileId, name: z.string() }),
  created_at: z.iso.datetime(),
  /** Username; `null` for an account that no longer exists. */
  created_by: z.nullable(z.string()),
  expires_at: z.iso.datetime(),
  /** To the minute. */
  last_used_at: z.nullable(z.iso.datetime()),
  revoked_at: z.nullable(z.iso.datetime()),
  state: z.enum(['active', 'expired', 'revoked']),
})
export type WireApiKey = z.output<typeof wireApiKey>

/** Keys with which a seller's system sends inventory files. Only owners of the team see and change them. */
export const inventoryApiKeysRoutes = {
  list: defineRoute({
    name: 'inventory-api-keys.list',
    method: 'GET',
    path: '/{product}/inventory/api-keys',
    auth: 'seller',
    permission: 'view',
    response: z.object({
      data: z.object({
        /** Active ones first. Empty for members, who may not see them. */
        keys: z.array(wireApiKey),
        /** Whether the caller is an owner. */
        can_manage: z.boolean(),
      }),
    }),
    errors: [],
  }),
  create: defineRoute({
    name: 'inventory-api-keys.create',
    method: 'POST',
    path: '/{product}/inventory/api-keys',
    auth: 'seller',
    permission: 'list',
    needsReauthentication: true,
    body: z.strictObject({
      name: z
        .string()
        .check(
          visibleLine(),
          z.minLength(1, 'must not be empty'),
          z.maxLength(80, 'must be at most 80 characters'),
        ),
      profile_id: profileId,
      expires_in_days: z
        .int('must be a number of days')
        .check(z.gte(1, 'must be at least 1'), z.lte(maxApiKeyDays, `must be at most ${maxApiKeyDays}`)),
    }),
    response: z.object({
      data: z.object({
        key: wireApiKey,
        /** Shown this once; only its hash is stored. */
        secret: z.string(),
      }),
    }),
    errors: ['team.not_owner', 'inventory_profile.not_found', 'api_key.too_many'],
  }),
  /** The next request with the key is rejected. A repeated call changes nothing more. */
  revoke: defineRoute({
    name: 'inventory-api-keys.revoke',
    method: 'DELETE',
    path: '/{product}/inventory/api-keys/:key_id',
    auth: 'seller',
    permission: 'list',
    params: z.object({ key_id: apiKeyId }),
    response: z.object({ data: wireApiKey }),
    errors: ['team.not_owner', 'api_key.not_found'],
  }),
}

import { securityRoutes, type WirePasskey } from '@terrace/contracts/security'
import { callerOf } from '#api/audit/caller.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { addPasskey, preparePasskey } from '../second-factor/add-passkey.ts'
import { findApp } from '../second-factor/authenticator-apps.repo.ts'
import type { SecondFactorDeps } from '../second-factor/check-second-factor.ts'
import { createRecoveryCodes } from '../second-factor/create-recovery-codes.ts'
import { passkeySiteOf, type Sites } from '../second-factor/passkey-site.ts'
import { findPasskeys, type Passkey } from '../second-factor/passkeys.repo.ts'
import { countUnusedCodes } from '../second-factor/recovery-codes.repo.ts'
import { renamePasskey } from '../second-factor/rename-passkey.ts'
import { removeAuthenticatorApp, removePasskey } from '../second-factor/remove-second-factor.ts'
import { confirmAuthenticatorApp, setUpAuthenticatorApp } from '../second-factor/set-up-authenticator-app.ts'
import { requestPasskey } from '../second-factor/start-passkey-login.ts'
import { confirmPassword } from './confirm-password.ts'
import { confirmSecondFactor } from './confirm-second-factor.ts'
import { readMethods, readRequirement } from './factors.repo.ts'

interface SecurityDeps extends SecondFactorDeps {
  ids: Ids
  outbox: OutboxTail
  config: Sites & { brand: string }
}

export function mountSecurity(http: HttpContext, deps: SecurityDeps): void {
  const { db, outbox, config } = deps

  mountRoute(http, securityRoutes.overview, async ({ account: { accountId } }) => {
    const [passkeys, app, codesLeft, requirement, methods] = await Promise.all([
      findPasskeys(db, accountId),
      findApp(db, accountId),
      countUnusedCodes(db, accountId),
      readRequirement(db, accountId),
      readMethods(db, accountId),
    ])
    return {
      data: {
        passkeys: passkeys.map(presentPasskey),
        authenticator_app: app
          ? { added_at: app.confirmedAt.toISOString(), last_used_at: app.lastUsedAt?.toISOString() ?? null }
          : null,
        recovery_codes_left: codesLeft,
        required: requirement ? { by: requirement.by, from: requirement.from?.toISOString() ?? null } : null,
        methods,
      },
    }
  })

  mountRoute(http, securityRoutes.confirm, async ({ account, body, request }) => {
    const caller = callerOf(request)
    const until =
      body.method === 'password'
        ? await confirmPassword(deps, account, { password: body.password, caller })
        : await confirmSecondFactor(deps, account, { proof: body, caller })
    outbox.wake()
    return { data: { status: true, confirmed_until: until.toISOString() } }
  })

  mountRoute(http, securityRoutes.confirmOptions, async ({ account, request }) => {
    const site = passkeySiteOf(config, request.headers.origin)
    const passkeys = await findPasskeys(db, account.accountId)
    const use = { purpose: 'confirm', sessionId: account.sessionId } as const
    return { data: await requestPasskey(db, { use, site, passkeys }) }
  })

  mountRoute(http, securityRoutes.passkeyOptions, async ({ account, request }) => ({
    data: await preparePasskey(deps, account, passkeySiteOf(config, request.headers.origin)),
  }))

  mountRoute(http, securityRoutes.addPasskey, async ({ account, body, request }) => {
    const { passkey, recoveryCodes } = await addPasskey(deps, account, {
      ...body,
      caller: callerOf(request),
    })
    outbox.wake()
    return { data: { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes } }
  })

  mountRoute(http, securityRoutes.removePasskey, async ({ account, params, request }) => {
    await removePasskey(deps, account, { id: params.id, caller: callerOf(request) })
    outbox.wake()
    return { data: { status: true } }
  })

  mountRoute(http, securityRoutes.renamePasskey, async ({ account, params, body, request }) => {
    await renamePasskey(deps, account, { id: params.id, name: body.name, caller: callerOf(request) })
    return { data: { status: true } }
  })

  mountRoute(http, securityRoutes.setUpApp, async ({ account }) => ({
    data: await setUpAuthenticatorApp(deps, account),
  }))

  mountRoute(http, securityRoutes.confirmApp, async ({ account, body, request }) => {
    const codes = await confirmAuthenticatorApp(deps, account, { ...body, caller: callerOf(request) })
    outbox.wake()
    return { data: { status: true, recovery_codes: codes } }
  })

  mountRoute(http, securityRoutes.removeApp, async ({ account, request }) => {
    await removeAuthenticatorApp(deps, account, callerOf(request))
    outbox.wake()
    return { data: { status: true } }
  })

  mountRoute(http, securityRoutes.createRecoveryCodes, async ({ account, request }) => {
    const codes = await createRecoveryCodes(deps, account, callerOf(request))
    outbox.wake()
    return { data: { recovery_codes: codes } }
  })
}

function presentPasskey({ id, name, createdAt, lastUsedAt }: Passkey): WirePasskey {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

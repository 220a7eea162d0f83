import { signedEvent, signingRoutes } from '@terrace/contracts/signing'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { SigningPort } from './signing.port.ts'
import { findUnclaimedEnvelope } from './signings.repo.ts'
import { nonceHash, setSignupNonce, signupNonce } from './signup-nonce.ts'
import { startSigning } from './start-signing.ts'

interface SigningDeps {
  db: Db
  ids: Ids
  signing: SigningPort
}

export function mountSigning(http: HttpContext, deps: SigningDeps): void {
  mountRoute(http, signingRoutes.start, async ({ body, request, reply }) => {
    const nonce = signupNonce(request) ?? deps.ids.secret()
    const { frameUrl, channel } = await startSigning(deps, {
      ...body,
      nonce,
      ipAddress: ipLimitKey(request.ip),
    })
    setSignupNonce(request, reply, nonce)
    void reply.header('cache-control', 'no-store')
    return { data: { frame_url: frameUrl, channel, event: signedEvent } }
  })

  mountRoute(http, signingRoutes.status, async ({ request, reply }) => {
    const nonce = signupNonce(request)
    const envelope = nonce === undefined ? undefined : await findUnclaimedEnvelope(deps.db, nonceHash(nonce))
    void reply.header('cache-control', 'no-store')
    return {
      data: {
        envelope_id: envelope?.id ?? null,
        email: envelope?.email ?? null,
        copy_url: envelope ? deps.signing.copyUrl(envelope.id) : null,
      },
    }
  })
}

import type { BodyInputOf } from '@terrace/contracts/route'
import { secondFactorRoutes } from '@terrace/contracts/second-factor'
import { authenticateWithPasskey } from '#web/features/accounts/second-factor/passkey-client.ts'
import { call } from '#web/lib/http/api-client.ts'
import { storeSession } from '#web/lib/http/session.ts'

/** Completes a login with a second factor or a passkey, and stores the session. The caller redirects. */
export async function verifySecondFactor(body: BodyInputOf<typeof secondFactorRoutes.prove>): Promise<void> {
  const { data } = await call(secondFactorRoutes.prove, { body })
  storeSession(data.token, data)
}

/** Logs in with a passkey alone: the browser offers the passkeys of this site. */
export async function logInWithPasskey(): Promise<void> {
  const { token, options } = (await call(secondFactorRoutes.passkeyLogin, { body: {} })).data
  const credential = await authenticateWithPasskey(options)
  await verifySecondFactor({ token, method: 'passkey', credential })
}

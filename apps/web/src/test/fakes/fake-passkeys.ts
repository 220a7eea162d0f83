import { onTestFinished, vi } from 'vitest'

/** The response of the browser's passkey. */
export const passkeyResponse = {
  id: 'cred',
  rawId: 'cred',
  type: 'public-key' as const,
  response: { clientDataJSON: 'client', authenticatorData: 'data', signature: 'signed', userHandle: 'user' },
}

export const createdPasskey = {
  id: 'cred',
  rawId: 'cred',
  type: 'public-key' as const,
  response: { clientDataJSON: 'client', attestationObject: 'object', transports: ['internal'] },
}

let failure: string | undefined

async function respond<Response>(response: Response): Promise<Response> {
  if (failure === undefined) return response
  throw Object.assign(new Error('refused'), { name: failure })
}

/** Replaces `@simplewebauthn/browser`. */
export const passkeyLibrary = {
  startAuthentication: () => respond({ ...passkeyResponse, clientExtensionResults: {} }),
  startRegistration: () => respond({ ...createdPasskey, clientExtensionResults: {} }),
}

/** A browser with passkeys, until the test ends. With an error name, the user or the browser refuses. */
export function fakePasskeys(errorName?: string): void {
  failure = errorName
  vi.stubGlobal('PublicKeyCredential', {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

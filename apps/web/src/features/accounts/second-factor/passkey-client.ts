import type {
  WireNewPasskey,
  WirePasskeyResponse,
  WirePasskeyCreation,
  WirePasskeyRequest,
} from '@terrace/contracts/passkeys'

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** Why the browser gave no passkey, in words for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/** Asks the user for a passkey. @throws {PasskeyError} */
export async function authenticateWithPasskey(options: WirePasskeyRequest): Promise<WirePasskeyResponse> {
  const { startAuthentication } = await loadLibrary()
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options })
    return { id, rawId, type: 'public-key', response }
  } catch (error) {
    throw explain(error)
  }
}

/** Lets the user create a passkey. @throws {PasskeyError} */
export async function createPasskey(options: WirePasskeyCreation): Promise<WireNewPasskey> {
  const { startRegistration } = await loadLibrary()
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    }
  } catch (error) {
    throw explain(error)
  }
}

/** Loaded on use, because most visits need no passkey. */
const loadLibrary = () => import('@simplewebauthn/browser')

const texts: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was chosen. Try again.',
  AbortError: 'No passkey was chosen. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address. Open the site by its name.',
}

function explain(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : ''
  return new PasskeyError(texts[name] ?? 'Your browser couldn’t use a passkey. Try again.', { cause: error })
}

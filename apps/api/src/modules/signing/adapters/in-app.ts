import { framePath } from '../in-app/frame-page.ts'
import { copyPath, serveFrame } from '../in-app/serve-frame.ts'
import type { InAppDeps } from '../in-app/sign-in-app.ts'
import type { SigningPort } from '../signing.port.ts'

/** Signing on a page of our own: the document is made, signed and kept here. */
export function createInAppSigning(deps: InAppDeps): SigningPort {
  return {
    provider: 'in-app',
    frameSources: [],
    // Who signs is known by the signing's id: no name or address stands in an address.
    frameUrl: ({ signingId }) => `${framePath}?${new URLSearchParams({ id: signingId }).toString()}`,
    copyUrl: copyPath,
    attach: (app) => void app.register(async (scope) => serveFrame(scope, deps)),
  }
}

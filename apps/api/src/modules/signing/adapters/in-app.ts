import { setRecipients, type Person } from '../docusign/power-form.ts'
import { framePath } from '../in-app/frame-page.ts'
import { copyPath, serveFrame } from '../in-app/serve-frame.ts'
import type { InAppDeps } from '../in-app/sign-in-app.ts'
import type { SigningPort } from '../signing.port.ts'

interface InAppOptions extends InAppDeps {
  /** The operator, who keeps the stored copy of every signed document. */
  cc: Person
}

const roles = { signerRole: 'Signer', ccRole: 'CC' }

/** Signing on our own page; documents are rendered, signed and stored here. */
export function createInAppSigning({ cc, ...deps }: InAppOptions): SigningPort {
  return {
    provider: 'in-app',
    frameSources: [],
    // The page reads only the id and shows the data stored with it; spec §7 names the other parameters.
    frameUrl: ({ signingId, ...signer }) => {
      const query = new URLSearchParams({ id: signingId })
      setRecipients(query, { ...roles, cc }, signer)
      return `${framePath}?${query.toString()}`
    },
    copyUrl: copyPath,
    attach: (app) => void app.register(async (scope) => serveFrame(scope, deps)),
  }
}

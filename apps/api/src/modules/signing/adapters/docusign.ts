import type { CompleteDeps } from '../complete-signing.ts'
import { powerFormUrl, type PowerForm } from '../docusign/power-form.ts'
import { serveWebhook } from '../docusign/serve-webhook.ts'
import type { SigningPort } from '../signing.port.ts'

export interface DocusignOptions extends CompleteDeps {
  powerForm: PowerForm
  /** Active keys of the Connect configuration. */
  hmacKeys: readonly string[]
}

/** DocuSign: a PowerForm in the frame, and Connect to tell that it was signed. */
export function createDocusignSigning({ powerForm, hmacKeys, ...deps }: DocusignOptions): SigningPort {
  return {
    provider: 'docusign',
    // The form's own host sends the signer on to others of the provider.
    frameSources: [new URL(powerForm.url).origin, 'https://*.docusign.net', 'https://*.docusign.com'],
    frameUrl: ({ name, email }) => powerFormUrl(powerForm, { name, email }),
    copyUrl: () => null,
    attach: (app) =>
      void app.register(async (scope) =>
        serveWebhook(scope, { ...deps, keys: hmacKeys, signerRole: powerForm.signerRole }),
      ),
  }
}

import type { CompleteDeps } from '../complete-signing.ts'
import { powerFormUrl, type PowerForm } from '../docusign/power-form.ts'
import { serveWebhook } from '../docusign/serve-webhook.ts'
import type { SigningPort } from '../signing.port.ts'

export interface DocusignOptions extends CompleteDeps {
  powerForm: PowerForm
  /** Active HMAC keys of the Connect configuration. */
  hmacKeys: readonly string[]
}

/** DocuSign: a PowerForm in the frame, and Connect webhooks for completed envelopes. */
export function createDocusignSigning({ powerForm, hmacKeys, ...deps }: DocusignOptions): SigningPort {
  return {
    provider: 'docusign',
    // The form redirects signers to other DocuSign hosts.
    frameSources: [new URL(powerForm.url).origin, 'https://*.docusign.net', 'https://*.docusign.com'],
    frameUrl: ({ signingId, name, email }) => powerFormUrl(powerForm, { signingId, name, email }),
    copyUrl: () => null,
    attach: (app) =>
      void app.register(async (scope) =>
        serveWebhook(scope, {
          ...deps,
          keys: hmacKeys,
          signerRole: powerForm.signerRole,
          referenceField: powerForm.referenceField,
        }),
      ),
  }
}

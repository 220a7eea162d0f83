import { z } from 'zod'
import { described, list, reject } from './variable.ts'

export const signingVariables = {
  SIGNING_PROVIDER: described(z.enum(['in-app', 'docusign']).default('in-app'), {
    meaning:
      'How buyer terms are signed. `in-app`: on our own page. `docusign`: a PowerForm, with Connect calling `/signing/docusign/webhook`.',
    example: 'docusign',
  }),
  DOCUSIGN_POWERFORM_URL: described(z.url({ protocol: /^https$/ }).optional(), {
    meaning: 'The URL of the PowerForm.',
    example: 'https://powerforms.docusign.net/…',
    default: 'none',
  }),
  DOCUSIGN_SIGNER_ROLE: described(z.string().min(1).default('Signer'), {
    meaning: 'The signer’s role name in the template.',
    example: 'Signer',
  }),
  DOCUSIGN_CC_ROLE: described(z.string().min(1).default('CC'), {
    meaning: 'The role name of the copy recipient in the template.',
    example: 'CC',
  }),
  DOCUSIGN_CC_NAME: described(z.string().min(1).optional(), {
    meaning: 'The name of the copy recipient.',
    example: 'Contracts',
    default: 'none',
  }),
  DOCUSIGN_CC_EMAIL: described(z.email().optional(), {
    meaning: 'The email address of the copy recipient.',
    example: 'contracts@example.com',
    default: 'none',
  }),
  DOCUSIGN_REFERENCE_FIELD: described(
    z
      .string()
      .regex(/^[\w -]{1,50}$/, 'must be the name of a text field of the envelope')
      .optional(),
    {
      meaning:
        'A text field of the envelope (custom field of the template) that carries the reference of the sign-up. With it, a signature counts only in the browser that started it; Connect must then include custom fields. Without it, the email address decides.',
      example: 'terrace_signing',
      default: 'none',
    },
  ),
  DOCUSIGN_HMAC_KEYS: described(list, {
    meaning: 'The active HMAC keys of the Connect configuration.',
    example: 'key-one,key-two',
    default: 'none',
  }),
  SIGNING_LEGACY_CHANNEL: described(
    z
      .string()
      .regex(/^(?!private-|presence-)[\w=@,.;-]{1,164}$/, 'must be the name of a public channel')
      .optional(),
    {
      meaning: 'A public channel that announces every signature. Only for old browsers.',
      example: 'docusign',
      default: 'none',
    },
  ),
}

export interface SigningConfig {
  /** Undefined: terms are signed on our own page. */
  docusign:
    | {
        powerForm: {
          url: string
          signerRole: string
          ccRole: string
          cc: { name: string; email: string }
          /** Undefined: envelopes belong to the sign-ups with the signer's email address. */
          referenceField: string | undefined
        }
        hmacKeys: string[]
      }
    | undefined
  legacyChannel: string | undefined
}

export const signingConfig = z
  .object(signingVariables)
  .transform((values, context): { signing: SigningConfig } => {
    const legacyChannel = values.SIGNING_LEGACY_CHANNEL
    if (values.SIGNING_PROVIDER === 'in-app') return { signing: { docusign: undefined, legacyChannel } }
    const {
      DOCUSIGN_POWERFORM_URL: url,
      DOCUSIGN_CC_NAME: name,
      DOCUSIGN_CC_EMAIL: email,
      DOCUSIGN_HMAC_KEYS: hmacKeys,
      DOCUSIGN_SIGNER_ROLE: signerRole,
      DOCUSIGN_CC_ROLE: ccRole,
      DOCUSIGN_REFERENCE_FIELD: referenceField,
    } = values
    if (url === undefined || name === undefined || email === undefined || hmacKeys.length === 0)
      return reject(
        context,
        'SIGNING_PROVIDER',
        'docusign needs DOCUSIGN_POWERFORM_URL, DOCUSIGN_CC_NAME, DOCUSIGN_CC_EMAIL and DOCUSIGN_HMAC_KEYS',
      )
    const powerForm = { url, signerRole, ccRole, cc: { name, email }, referenceField }
    return { signing: { docusign: { powerForm, hmacKeys }, legacyChannel } }
  })

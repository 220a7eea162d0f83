import { z } from 'zod'
import { StartRefusal } from './shared/start-refusal.ts'

/** The part of the environment that decides how the buyer terms are signed. */
export const signingEnvironment = {
  /** `in-app`: our own signing page. `docusign`: a PowerForm, with Connect telling us at /signing/docusign/webhook. */
  SIGN_PROVIDER: z.enum(['in-app', 'docusign']).default('in-app'),
  DOCUSIGN_POWERFORM_URL: z.url({ protocol: /^https$/ }).optional(),
  /** Role names of the template, to the letter. */
  DOCUSIGN_SIGNER_ROLE: z.string().min(1).default('Signer'),
  DOCUSIGN_CC_ROLE: z.string().min(1).default('CC'),
  DOCUSIGN_CC_NAME: z.string().min(1).optional(),
  DOCUSIGN_CC_EMAIL: z.email().optional(),
  /** Active HMAC keys of the Connect configuration, with commas between them. */
  DOCUSIGN_HMAC_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((key) => key.trim()))
    .transform((keys) => keys.filter((key) => key !== '')),
  /** For old browsers only: a public channel on which every signature is told to everybody. Unset: none. */
  SIGN_LEGACY_CHANNEL: z
    .string()
    .regex(/^(?!private-|presence-)[\w=@,.;-]{1,164}$/, 'must be the name of a public channel')
    .optional(),
}

export interface SigningConfig {
  /** Undefined: signed on our own page. */
  docusign:
    | {
        powerForm: {
          url: string
          signerRole: string
          ccRole: string
          cc: { name: string; email: string }
        }
        hmacKeys: string[]
      }
    | undefined
  legacyChannel: string | undefined
}

/** Throws where a provider is chosen without all that it needs. */
export function signingConfig(values: z.output<z.ZodObject<typeof signingEnvironment>>): SigningConfig {
  const legacyChannel = values.SIGN_LEGACY_CHANNEL
  if (values.SIGN_PROVIDER === 'in-app') return { docusign: undefined, legacyChannel }
  const {
    DOCUSIGN_POWERFORM_URL: url,
    DOCUSIGN_CC_NAME: name,
    DOCUSIGN_CC_EMAIL: email,
    DOCUSIGN_HMAC_KEYS: hmacKeys,
  } = values
  if (url === undefined || name === undefined || email === undefined || hmacKeys.length === 0) {
    throw new StartRefusal(
      'Configuration is not valid. SIGN_PROVIDER=docusign needs DOCUSIGN_POWERFORM_URL, DOCUSIGN_CC_NAME, DOCUSIGN_CC_EMAIL and DOCUSIGN_HMAC_KEYS.',
    )
  }
  const { DOCUSIGN_SIGNER_ROLE: signerRole, DOCUSIGN_CC_ROLE: ccRole } = values
  return {
    docusign: { powerForm: { url, signerRole, ccRole, cc: { name, email } }, hmacKeys },
    legacyChannel,
  }
}

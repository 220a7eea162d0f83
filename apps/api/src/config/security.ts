import { isIP } from 'node:net'
import { z } from 'zod'
import { encryptionOfConnectionsVariables } from './encrypted-connections.ts'
import { described, list, originList, wholeNumber } from './variable.ts'

export const securityVariables = {
  ...encryptionOfConnectionsVariables,
  TRUSTED_PROXIES: described(
    list.refine(
      (parts) => parts.every(isAddressRange),
      'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
    {
      meaning: 'Proxies whose `X-Forwarded-*` headers are trusted.',
      example: '10.0.0.0/8',
      default: 'none: the headers are ignored',
    },
  ),
  CORS_ORIGINS: described(originList, {
    meaning: 'Other origins whose pages may call the API with their bearer token.',
    example: 'https://desk.example.com',
    default: 'none',
  }),
  CARD_DECLINES_PER_ACCOUNT: described(wholeNumber({ default: 6 }).pipe(z.number().min(1)), {
    meaning:
      'Declined payments of a day by one account after which it need not wait. Each further one waits longer, from 1 minute up to an hour.',
    example: '10',
  }),
  CARD_DECLINES_PER_CARD: described(wholeNumber({ default: 4 }).pipe(z.number().min(1)), {
    meaning: 'The same for one card by all accounts; who has tried it, waits.',
    example: '6',
  }),
  CARD_DECLINES_PER_ADDRESS: described(wholeNumber({ default: 30 }).pipe(z.number().min(1)), {
    meaning: 'The same for one IP address. An office shares one IP address.',
    example: '60',
  }),
  SIGN_UPS_PER_ADDRESS: described(wholeNumber({ default: 20 }).pipe(z.number().min(1)), {
    meaning:
      'Sign-ups of a day from one IP address that need not wait. Each further one waits longer after the one before, from 1 minute up to an hour.',
    example: '50',
  }),
  SIGN_UPS_PER_EMAIL_DOMAIN: described(wholeNumber({ default: 30 }).pipe(z.number().min(1)), {
    meaning: 'The same for addresses of one email domain. Domains of common mail providers are not counted.',
    example: '100',
  }),
  METRICS_TOKEN: described(
    z
      .string()
      .regex(/^[\w.~+/-]{24,}=*$/, 'must be 24 characters or more of A-Z, a-z, 0-9 and _.~+/-')
      .optional(),
    {
      meaning:
        'The bearer token that reads `/metrics`. Without it only this machine can, and in production no one.',
      example: 'openssl rand -hex 24',
      default: 'none',
    },
  ),
}

/** Declined payments of a day that need not wait; each further one waits longer. */
export interface CardTestingLimits {
  perAccount: number
  perCard: number
  perAddress: number
}

/** Sign-ups of a day that need not wait; each further one waits longer. */
export interface SignUpLimits {
  perAddress: number
  perDomain: number
}

export interface SecurityConfig {
  trustedProxies: string[]
  corsOrigins: string[]
  metricsToken: string | undefined
}

export const securityConfig = z
  .object(securityVariables)
  .transform(
    (values): { security: SecurityConfig; signUpLimits: SignUpLimits; cardTesting: CardTestingLimits } => ({
      cardTesting: {
        perAccount: values.CARD_DECLINES_PER_ACCOUNT,
        perCard: values.CARD_DECLINES_PER_CARD,
        perAddress: values.CARD_DECLINES_PER_ADDRESS,
      },
      signUpLimits: {
        perAddress: values.SIGN_UPS_PER_ADDRESS,
        perDomain: values.SIGN_UPS_PER_EMAIL_DOMAIN,
      },
      security: {
        trustedProxies: values.TRUSTED_PROXIES,
        corsOrigins: values.CORS_ORIGINS,
        metricsToken: values.METRICS_TOKEN,
      },
    }),
  )

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  // A range that covers every address would trust every caller.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

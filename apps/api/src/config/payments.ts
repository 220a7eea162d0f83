import { z } from 'zod'
import { tradeOrigins } from './app.ts'
import { described, flag, productionProblems, reject } from './variable.ts'

export const paymentVariables = {
  PAYMENT_GATEWAY: described(z.enum(['sandbox', 'stripe']).default('sandbox'), {
    meaning:
      '`sandbox`: a fake gateway, test cards only. `stripe`: real cards. Each needs its three variables below.',
    example: 'stripe',
  }),
  ALLOW_SANDBOX_IN_PRODUCTION: described(flag, {
    meaning: 'Lets production start with the sandbox, which gives real tickets for test cards.',
    example: 'true',
  }),
  SANDBOX_URL: described(z.url().optional(), {
    meaning: 'Address of the sandbox process. Set by `npm start`, like the two secrets below.',
    example: 'http://127.0.0.1:4100',
    default: 'none',
  }),
  SANDBOX_SECRET_KEY: described(z.string().min(32).optional(), {
    meaning: 'Secret key of our calls to the sandbox.',
    example: 'sk_sandbox_…',
    default: 'none',
  }),
  SANDBOX_WEBHOOK_SECRET: described(z.string().min(32).optional(), {
    meaning: 'Secret that signs the events of the sandbox.',
    example: 'whsec_sandbox_…',
    default: 'none',
  }),
  STRIPE_SECRET_KEY: described(
    z
      .string()
      .regex(/^[sr]k_\w+$/, 'must be a secret or restricted key, sk_… or rk_…')
      .optional(),
    { meaning: 'Stripe’s secret or restricted key.', example: 'sk_test_…', default: 'none' },
  ),
  STRIPE_PUBLISHABLE_KEY: described(
    z
      .string()
      .regex(/^pk_\w+$/, 'must be a publishable key, pk_…')
      .optional(),
    { meaning: 'Stripe’s publishable key, used in the browser.', example: 'pk_test_…', default: 'none' },
  ),
  STRIPE_WEBHOOK_SECRET: described(
    z
      .string()
      .regex(/^whsec_\w+(,whsec_\w+)*$/, 'must be a signing secret, whsec_…')
      .optional(),
    {
      meaning:
        'Signing secret of the webhook `/payments/webhook`; two, separated by a comma, while rotating.',
      example: 'whsec_…',
      default: 'none',
    },
  ),
}

export interface SandboxAccess {
  /** Without a path. */
  url: string
  secretKey: string
  webhookSecret: string
}

export type PaymentConfig =
  | {
      gateway: 'sandbox'
      /** `undefined` for commands, which call no gateway. */
      access: SandboxAccess | undefined
    }
  | {
      gateway: 'stripe'
      secretKey: string
      publishableKey: string
      /** A webhook may be signed with any of them. */
      webhookSecrets: string[]
      /** The site to which the bank sends a buyer back. */
      siteOrigin: string
    }

export const paymentConfig = z
  .object({ ...paymentVariables, TRADE_ORIGINS: tradeOrigins })
  .transform((values, context): { payment: PaymentConfig } => {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values
    const webhookSecrets = values.STRIPE_WEBHOOK_SECRET?.split(',')
    const [siteOrigin] = values.TRADE_ORIGINS
    if (values.PAYMENT_GATEWAY === 'sandbox') {
      const { SANDBOX_URL: url, SANDBOX_SECRET_KEY: key, SANDBOX_WEBHOOK_SECRET: webhookSecret } = values
      if (url !== undefined && key !== undefined && webhookSecret !== undefined)
        return {
          payment: {
            gateway: 'sandbox',
            access: { url: new URL(url).origin, secretKey: key, webhookSecret },
          },
        }
      if (url !== undefined || key !== undefined || webhookSecret !== undefined)
        return reject(
          context,
          'SANDBOX_URL',
          'needs SANDBOX_SECRET_KEY and SANDBOX_WEBHOOK_SECRET, and they need SANDBOX_URL',
        )
      return { payment: { gateway: 'sandbox', access: undefined } }
    }
    if (!secretKey || !publishableKey || !webhookSecrets)
      return reject(
        context,
        'PAYMENT_GATEWAY',
        'stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET',
      )
    if (siteOrigin === undefined)
      return reject(
        context,
        'PAYMENT_GATEWAY',
        'stripe needs TRADE_ORIGINS, because the bank sends buyers back to the first of them',
      )
    if (secretKey.includes('_test_') !== publishableKey.includes('_test_'))
      return reject(
        context,
        'STRIPE_SECRET_KEY',
        'and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys',
      )
    return { payment: { gateway: 'stripe', secretKey, publishableKey, webhookSecrets, siteOrigin } }
  })

export const paymentsInProduction = productionProblems((env) => ({
  PAYMENT_GATEWAY:
    (env['PAYMENT_GATEWAY'] ?? 'sandbox') === 'sandbox' && env['ALLOW_SANDBOX_IN_PRODUCTION'] !== 'true'
      ? 'the sandbox accepts test cards only and takes no money; production needs stripe'
      : undefined,
}))

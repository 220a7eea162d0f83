import { z } from 'zod'
import { StartRefusal } from './shared/start-refusal.ts'

/** The part of the environment that decides who takes the money. */
export const paymentEnvironment = {
  /** `sandbox`: our own, test cards only. `stripe`: by the keys below. */
  PAYMENT_GATEWAY: z.enum(['sandbox', 'stripe']).default('sandbox'),
  /** Production starts with the sandbox only where somebody says so: it gives real tickets for test cards. */
  SANDBOX_IN_PRODUCTION: z.enum(['refuse', 'accept']).default('refuse'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, 'must be a secret or restricted key, sk_… or rk_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be a publishable key, pk_…')
    .optional(),
  /** Signs what Stripe tells at /payments/webhook; two of them, with a comma, while one replaces the other. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(,whsec_\w+)*$/, 'must be a signing secret, whsec_…')
    .optional(),
}

export type PaymentConfig =
  | { gateway: 'sandbox'; startsInProduction: boolean }
  | {
      gateway: 'stripe'
      secretKey: string
      publishableKey: string
      /** Any of them may have signed. */
      webhookSecrets: string[]
      /** The site to which the bank sends a buyer back. */
      siteOrigin: string
    }

/** Throws where Stripe is chosen without all that it needs. */
export function paymentConfig(
  values: z.output<z.ZodObject<typeof paymentEnvironment>>,
  { siteOrigin }: { siteOrigin: string | undefined },
): PaymentConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values
  const webhookSecrets = values.STRIPE_WEBHOOK_SECRET?.split(',')
  if (values.PAYMENT_GATEWAY === 'sandbox')
    return { gateway: 'sandbox', startsInProduction: values.SANDBOX_IN_PRODUCTION === 'accept' }
  if (!secretKey || !publishableKey || !webhookSecrets) {
    throw new StartRefusal(
      'Configuration is not valid. PAYMENT_GATEWAY=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    )
  }
  if (siteOrigin === undefined) {
    throw new StartRefusal(
      'Configuration is not valid. PAYMENT_GATEWAY=stripe needs TRADE_ORIGINS: the bank sends buyers back to the first of them.',
    )
  }
  if (secretKey.includes('_test_') !== publishableKey.includes('_test_')) {
    throw new StartRefusal(
      'Configuration is not valid. STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for trials, the other is not.',
    )
  }
  return { gateway: 'stripe', secretKey, publishableKey, webhookSecrets, siteOrigin }
}

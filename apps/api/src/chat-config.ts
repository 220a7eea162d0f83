import { chatRegions } from '@terrace/contracts/chat'
import { z } from 'zod'
import { StartRefusal } from './shared/start-refusal.ts'

/** The part of the environment that decides whether a chat widget stands on the pages, and whose. */
export const chatEnvironment = {
  /** `none`: no chat. `intercom`: the hosted messenger. `local`: a widget of our own that sends nothing, for trials. */
  CHAT_PROVIDER: z.enum(['none', 'intercom', 'local']).default('none'),
  INTERCOM_APP_ID: z
    .string()
    .regex(/^[A-Za-z0-9]+$/, 'must be letters and digits')
    .optional(),
  INTERCOM_REGION: z.enum(chatRegions).default('us'),
  /** The identity verification secret, or the secret of the Messenger's JWTs. */
  INTERCOM_SECRET: z.string().min(1).optional(),
  /** How a user is vouched for: `user_hash`, or `jwt`, which Intercom recommends now. */
  INTERCOM_IDENTITY: z.enum(['user_hash', 'jwt']).default('user_hash'),
}

export type ChatConfig =
  | { provider: 'none' }
  | { provider: 'local' }
  | {
      provider: 'intercom'
      appId: string
      region: (typeof chatRegions)[number]
      identity: 'user_hash' | 'jwt'
      secret: string
    }

/** Throws where the hosted messenger is chosen without all that it needs, and where production would get the trial's. */
export function chatConfig(
  values: z.output<z.ZodObject<typeof chatEnvironment>>,
  { production }: { production: boolean },
): ChatConfig {
  const { CHAT_PROVIDER: provider, INTERCOM_APP_ID: appId, INTERCOM_SECRET: secret } = values
  if (provider === 'local' && production) {
    throw new StartRefusal(
      'Configuration is not valid. CHAT_PROVIDER: production takes intercom or none; local answers nobody.',
    )
  }
  if (provider !== 'intercom') return { provider }
  if (appId === undefined || secret === undefined) {
    throw new StartRefusal(
      'Configuration is not valid. CHAT_PROVIDER=intercom needs INTERCOM_APP_ID and INTERCOM_SECRET.',
    )
  }
  return { provider, appId, region: values.INTERCOM_REGION, identity: values.INTERCOM_IDENTITY, secret }
}

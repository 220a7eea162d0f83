import { chatRegions } from '@terrace/contracts/chat'
import { z } from 'zod'
import { mode } from './app.ts'
import { described, reject } from './variable.ts'

export const chatVariables = {
  CHAT_PROVIDER: described(z.enum(['none', 'intercom', 'local']).default('none'), {
    meaning: '`intercom`: the hosted messenger. `local`: a widget for trials that sends nothing.',
    example: 'intercom',
  }),
  INTERCOM_APP_ID: described(
    z
      .string()
      .regex(/^[A-Za-z0-9]+$/, 'must be letters and digits')
      .optional(),
    { meaning: 'Intercom’s app id.', example: 'ab12cd34', default: 'none' },
  ),
  INTERCOM_REGION: described(z.enum(chatRegions).default('us'), {
    meaning: 'Intercom’s data region.',
    example: 'eu',
  }),
  INTERCOM_SECRET: described(z.string().min(1).optional(), {
    meaning: 'The identity verification secret, or the secret of the Messenger’s JWTs.',
    example: 'shhh…',
    default: 'none',
  }),
  INTERCOM_IDENTITY: described(z.enum(['user_hash', 'jwt']).default('user_hash'), {
    meaning: 'How a user’s identity is asserted. Intercom recommends `jwt`.',
    example: 'jwt',
  }),
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

export const chatConfig = z
  .object({ ...chatVariables, APP_ENV: mode })
  .transform((values, context): { chat: ChatConfig } => {
    const { CHAT_PROVIDER: provider, INTERCOM_APP_ID: appId, INTERCOM_SECRET: secret } = values
    if (provider === 'local' && values.APP_ENV === 'production')
      return reject(context, 'CHAT_PROVIDER', 'production accepts only intercom or none; local sends nothing')
    if (provider !== 'intercom') return { chat: { provider } }
    if (appId === undefined || secret === undefined)
      return reject(context, 'CHAT_PROVIDER', 'intercom needs INTERCOM_APP_ID and INTERCOM_SECRET')
    const { INTERCOM_REGION: region, INTERCOM_IDENTITY: identity } = values
    return { chat: { provider, appId, region, identity, secret } }
  })

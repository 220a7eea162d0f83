import { z } from 'zod'
import { described, productionProblems, reject, wholeNumber } from './variable.ts'

export const realtimeVariables = {
  REALTIME_PROVIDER: described(z.enum(['embedded', 'pusher']).default('embedded'), {
    meaning: '`embedded`: sockets in this process. `pusher`: hosted Pusher, or a compatible server.',
    example: 'pusher',
  }),
  REALTIME_APP_ID: described(z.string().min(1).optional(), {
    meaning: 'App id. Set app id, key and secret together.',
    example: '1234567',
    default: 'generated for the embedded provider; required in production',
  }),
  REALTIME_KEY: described(
    z
      .string()
      .regex(/^[\w-]+$/)
      .optional(),
    {
      meaning: 'App key.',
      example: 'a1b2c3d4e5f6',
      default: 'generated for the embedded provider; required in production',
    },
  ),
  REALTIME_SECRET: described(z.string().min(16).optional(), {
    meaning: 'App secret, at least 16 characters.',
    example: '0123456789abcdef',
    default: 'generated for the embedded provider; required in production',
  }),
  REALTIME_CLUSTER: described(z.string().min(1).optional(), {
    meaning: 'The cluster of hosted Pusher.',
    example: 'eu',
    default: 'none',
  }),
  REALTIME_ORIGIN: described(z.url({ protocol: /^https?$/ }).optional(), {
    meaning: 'The origin of a Pusher-compatible server.',
    example: 'https://sockets.example.com',
    default: 'none',
  }),
  REALTIME_MAX_SOCKETS: described(wholeNumber({ default: 20_000 }), {
    meaning: 'Sockets that one process accepts.',
    example: '5000',
  }),
  REALTIME_MAX_SOCKETS_PER_ADDRESS: described(wholeNumber({ default: 2000 }), {
    meaning: 'Sockets that one process accepts from one IP address. An office shares one IP address.',
    example: '500',
  }),
  REALTIME_MAX_SOCKETS_PER_ACCOUNT: described(wholeNumber({ default: 100 }), {
    meaning: 'Sockets that one process accepts from one account; each open tab has one.',
    example: '40',
  }),
}

export interface RealtimeConfig {
  /** Undefined outside production: generated on the first start. */
  app: { appId: string; key: string; secret: string } | undefined
  /** The external socket server; undefined: sockets are in this process. */
  hosted: { cluster: string } | { origin: string } | undefined
  limits: { maxSockets: number; socketsPerAddress: number; socketsPerAccount: number }
}

export const realtimeConfig = z
  .object(realtimeVariables)
  .transform((values, context): { realtime: RealtimeConfig } => {
    const { REALTIME_APP_ID: appId, REALTIME_KEY: key, REALTIME_SECRET: secret } = values
    const { REALTIME_CLUSTER: cluster, REALTIME_ORIGIN: origin } = values
    const limits = {
      maxSockets: values.REALTIME_MAX_SOCKETS,
      socketsPerAddress: values.REALTIME_MAX_SOCKETS_PER_ADDRESS,
      socketsPerAccount: values.REALTIME_MAX_SOCKETS_PER_ACCOUNT,
    }
    const app = appId && key && secret ? { appId, key, secret } : undefined
    if (!app && (appId || key || secret))
      return reject(
        context,
        'REALTIME_APP_ID',
        'set it together with REALTIME_KEY and REALTIME_SECRET, or none',
      )
    if (values.REALTIME_PROVIDER === 'embedded') return { realtime: { app, hosted: undefined, limits } }
    const hosted = origin === undefined ? cluster !== undefined && { cluster } : { origin }
    if (!app || !hosted)
      return reject(
        context,
        'REALTIME_PROVIDER',
        'pusher needs REALTIME_APP_ID, REALTIME_KEY, REALTIME_SECRET, and REALTIME_CLUSTER or REALTIME_ORIGIN',
      )
    return { realtime: { app, hosted, limits } }
  })

export const realtimeInProduction = productionProblems((env) => ({
  // `realtimeConfig` reports an incomplete set.
  REALTIME_APP_ID:
    (env['REALTIME_APP_ID'] ?? env['REALTIME_KEY'] ?? env['REALTIME_SECRET']) === undefined
      ? 'production does not use generated secrets; set it, REALTIME_KEY and REALTIME_SECRET'
      : undefined,
}))

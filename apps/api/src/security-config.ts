import { isIP } from 'node:net'
import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''))

export const originList = list.refine(
  (parts) => parts.every((part) => URL.parse(part)?.origin === part),
  'must be origins such as https://tickets.example.com, with commas between them',
)

/** The part of the environment that decides whom the server believes and whom it answers. */
export const securityEnvironment = {
  /**
   * Addresses of the proxies in front, with commas between them: only what comes from one of these may say by
   * X-Forwarded-* who is behind it. Empty: nobody may.
   */
  TRUSTED_PROXIES: list.refine(
    (parts) => parts.every(isAddressRange),
    'must be addresses or networks such as 10.0.0.0/8, with commas between them',
  ),
  /** Origins whose pages may call the API from elsewhere, with commas between them. Empty: only our own origin's. */
  CORS_ORIGINS: originList,
  /** The bearer token that reads /metrics. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{24,}=*$/, 'must be 24 characters or more of A-Z, a-z, 0-9 and _.~+/-')
    .optional(),
}

export interface SecurityConfig {
  trustedProxies: string[]
  corsOrigins: string[]
  metricsToken: string | undefined
}

export function securityConfig(values: z.output<z.ZodObject<typeof securityEnvironment>>): SecurityConfig {
  return {
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    metricsToken: values.METRICS_TOKEN,
  }
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  // A range of everybody would let everybody say who they are.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

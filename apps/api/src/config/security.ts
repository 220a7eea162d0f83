import { isIP } from 'node:net'
import { z } from 'zod'
import { described, list, originList } from './variable.ts'

export const securityVariables = {
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

export interface SecurityConfig {
  trustedProxies: string[]
  corsOrigins: string[]
  metricsToken: string | undefined
}

export const securityConfig = z
  .object(securityVariables)
  .transform((values): { security: SecurityConfig } => ({
    security: {
      trustedProxies: values.TRUSTED_PROXIES,
      corsOrigins: values.CORS_ORIGINS,
      metricsToken: values.METRICS_TOKEN,
    },
  }))

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

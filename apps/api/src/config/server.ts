import { z } from 'zod'
import { mode } from './app.ts'
import { described, list, wholeNumber } from './variable.ts'

const roleNames = ['web', 'worker'] as const

export const serverVariables = {
  ROLES: described(
    list
      .refine(
        (names) => names.every((name) => roleNames.some((role) => role === name)),
        'must be web, worker, or web,worker',
      )
      .transform((names) => (names.length === 0 ? [...roleNames] : names)),
    {
      meaning:
        'What this process does. `web`: HTTP, sockets and search. `worker`: background jobs, email, refunds and payments that a crash left open. Any number of processes of each; at least one of each must run.',
      example: 'web',
      default: '`web,worker`',
    },
  ),
  HOST: described(z.string().default('127.0.0.1'), {
    meaning: 'The address that the server listens on.',
    example: '0.0.0.0',
  }),
  PORT: described(wholeNumber({ default: 4000 }), {
    meaning: 'The port that the server listens on.',
    example: '4001',
  }),
  API_BASE_URL: described(z.string().default('/api'), {
    meaning: 'Where the browser finds the API: a path or a URL.',
    example: 'https://api.example.com',
  }),
  TICKET_API_BASE_URL: described(z.string().default('/api'), {
    meaning: 'Where the browser finds the ticket API: a path or a URL.',
    example: 'https://tickets-api.example.com',
  }),
  WEB_BUILD_DIR: described(z.string().optional(), {
    meaning: 'The folder of the built web app. Unset: something else serves it.',
    example: './apps/web/dist',
    default: 'set by `npm start`',
  }),
  LOG_LEVEL: described(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'), {
    meaning: 'The least severe log entries that are written.',
    example: 'warn',
  }),
  RATE_LIMIT_PER_MINUTE: described(wholeNumber({ default: 6000 }), {
    meaning:
      'Requests per minute to all processes together, from one session or, without one, one IP address, before the API responds with 429.',
    example: '600',
  }),
  SHUTDOWN_DELAY_SECONDS: described(z.coerce.number().int().nonnegative().max(120).optional(), {
    meaning:
      'How long the server goes on after SIGTERM while `/health/ready` answers 503, so that a proxy stops sending requests first.',
    example: '15',
    default: '`5` in production, otherwise `0`',
  }),
  LIST_CACHE_TTL_MS: described(wholeNumber({ default: 2000 }), {
    meaning: 'How long shared lists, such as those on home, are served from memory. 0: never.',
    example: '0',
  }),
}

export interface Roles {
  web: boolean
  worker: boolean
}

export interface ServerConfig {
  roles: Roles
  host: string
  port: number
  apiBaseUrl: string
  ticketApiBaseUrl: string
  /** Undefined when something else serves the web app. */
  webBuildDir: string | undefined
  logLevel: string
  rateLimitPerMinute: number
  shutdownDelaySeconds: number
  listCacheTtlMs: number
}

export const serverConfig = z
  .object({ ...serverVariables, APP_ENV: mode })
  .transform((values): ServerConfig => ({
    roles: { web: values.ROLES.includes('web'), worker: values.ROLES.includes('worker') },
    host: values.HOST,
    port: values.PORT,
    apiBaseUrl: values.API_BASE_URL,
    ticketApiBaseUrl: values.TICKET_API_BASE_URL,
    webBuildDir: values.WEB_BUILD_DIR,
    logLevel: values.LOG_LEVEL,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS ?? (values.APP_ENV === 'production' ? 5 : 0),
    listCacheTtlMs: values.LIST_CACHE_TTL_MS,
  }))

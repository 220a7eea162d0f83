import { BlockList, isIP } from 'node:net'
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
      isPublic: true,
    },
  ),
  HOST: described(z.string().default('127.0.0.1'), {
    meaning: 'The address that the server listens on.',
    example: '0.0.0.0',
  }),
  ALLOW_PUBLIC_DEMO: described(z.enum(['yes', 'no']).default('no'), {
    meaning:
      'Lets the demo listen on an address that other machines reach, although everyone knows the password of its accounts.',
    example: 'yes',
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
      'Requests per minute to all processes together, from one account or, without one, one IP address, before the API responds with 429.',
    example: '600',
  }),
  WORK_MS_PER_ADDRESS: described(wholeNumber({ default: 12_000 }).pipe(z.number().min(1)), {
    meaning:
      'Milliseconds of computing per minute that visitors of one IP address may cause in all processes together, with searches and public quotes, before they get 429. An office shares one IP address.',
    example: '30000',
  }),
  WORK_MS_PER_ACCOUNT: described(wholeNumber({ default: 6000 }).pipe(z.number().min(1)), {
    meaning: 'The same for one logged-in account, with feed pages and PDFs.',
    example: '10000',
  }),
  WORK_MS_PER_KEY: described(wholeNumber({ default: 30_000 }).pipe(z.number().min(1)), {
    meaning:
      'The same for one search key that was added over HTTP, whatever the IP address. The public search key has no limit of its own.',
    example: '60000',
  }),
  HEADERS_TIMEOUT_SECONDS: described(wholeNumber({ default: 10 }).pipe(z.number().min(1)), {
    meaning: 'How long a client may take to send the header of a request, before the server returns 408.',
    example: '5',
  }),
  BODY_TIMEOUT_SECONDS: described(wholeNumber({ default: 20 }).pipe(z.number().min(1)), {
    meaning:
      'How long a client may take to send the body of a request; every 10 kB that arrive add one second.',
    example: '10',
  }),
  REQUEST_TIMEOUT_SECONDS: described(wholeNumber({ default: 300 }).pipe(z.number().min(1)), {
    meaning: 'How long a client may take to send a whole request, however much arrives.',
    example: '120',
  }),
  SHUTDOWN_DELAY_SECONDS: described(z.coerce.number().int().nonnegative().max(120).optional(), {
    meaning:
      'How long the server goes on after SIGTERM while `/health/ready` returns 503, so that a proxy stops sending requests first.',
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

export interface SlowRequestLimits {
  /** For the whole header, also on a connection that has sent nothing yet. */
  headersSeconds: number
  /** For the body; what arrives adds time. */
  bodySeconds: number
  /** For the whole request, large files included. */
  requestSeconds: number
}

/** Milliseconds of computing per minute. */
export interface WorkLimits {
  perAddressMs: number
  perAccountMs: number
  perKeyMs: number
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
  work: WorkLimits
  slowRequests: SlowRequestLimits
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
    work: {
      perAddressMs: values.WORK_MS_PER_ADDRESS,
      perAccountMs: values.WORK_MS_PER_ACCOUNT,
      perKeyMs: values.WORK_MS_PER_KEY,
    },
    slowRequests: {
      headersSeconds: values.HEADERS_TIMEOUT_SECONDS,
      bodySeconds: values.BODY_TIMEOUT_SECONDS,
      requestSeconds: values.REQUEST_TIMEOUT_SECONDS,
    },
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS ?? (values.APP_ENV === 'production' ? 5 : 0),
    listCacheTtlMs: values.LIST_CACHE_TTL_MS,
  }))

/** The demo's accounts have a published password, so other machines reach them only when that is wanted. */
export const publicDemo = z
  .looseObject({ APP_ENV: z.string().optional(), HOST: z.string().default('127.0.0.1') })
  .superRefine(({ APP_ENV: appEnv, HOST: host, ALLOW_PUBLIC_DEMO: allowed }, context) => {
    if (appEnv === 'production' || allowed === 'yes' || isLoopback(host)) return
    context.addIssue({
      code: 'custom',
      path: ['HOST'],
      message: `${host} lets other machines log in to the demo accounts, whose password is published. Set APP_ENV=production, HOST=127.0.0.1, or ALLOW_PUBLIC_DEMO=yes if that is what you want`,
    })
  })
  .transform(() => ({}))

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

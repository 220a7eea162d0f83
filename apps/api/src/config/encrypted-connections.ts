import { described, list, productionProblems } from './variable.ts'

const connections = ['sites', 'database', 'valkey', 'mail', 'files', 'telemetry'] as const

export const encryptionOfConnectionsVariables = {
  ALLOW_UNENCRYPTED: described(
    list.refine(
      (names) => names.every((name) => connections.some((known) => known === name)),
      `must be some of ${connections.join(', ')}, separated by commas`,
    ),
    {
      meaning:
        'Connections to other machines that production may open without TLS, because something else protects them, such as a private network: `sites` (http in `TRADE_ORIGINS`), `database`, `valkey`, `mail`, `files` (`S3_ENDPOINT`), `telemetry` (traces and error reports).',
      example: 'database,valkey',
      default: 'none: production refuses to start',
      isPublic: true,
    },
  ),
}

const encryptedSslModes = ['require', 'verify-ca', 'verify-full']

/** Production talks to other machines only through TLS, unless a setting allows it. */
export const encryptedConnectionsInProduction = productionProblems((env) => {
  const allowed = listOf(env['ALLOW_UNENCRYPTED'])
  const problem = (connection: (typeof connections)[number], isPlain: boolean, advice: string) =>
    isPlain && !allowed.includes(connection)
      ? `${advice}, or ALLOW_UNENCRYPTED must contain ${connection}`
      : undefined
  const telemetry = (name: string) =>
    problem(
      'telemetry',
      isPlain(env[name], ({ protocol }) => protocol === 'https:'),
      'production needs an https:// URL',
    )
  const database = (name: string) =>
    problem('database', isPlainDatabase(env[name]), 'production needs ?sslmode=verify-full in its URL')
  return {
    TRADE_ORIGINS: problem(
      'sites',
      listOf(env['TRADE_ORIGINS']).some((origin) => isPlain(origin, (url) => url.protocol === 'https:')),
      'production needs https origins',
    ),
    DATABASE_URL: database('DATABASE_URL'),
    DATABASE_DIRECT_URL: database('DATABASE_DIRECT_URL'),
    DATABASE_REPLICA_URL: database('DATABASE_REPLICA_URL'),
    VALKEY_URL: problem(
      'valkey',
      isPlain(env['VALKEY_URL'], ({ protocol }) => ['rediss:', 'valkeys:'].includes(protocol)),
      'production needs a valkeys:// or rediss:// URL',
    ),
    S3_ENDPOINT: problem(
      'files',
      isPlain(env['S3_ENDPOINT'], ({ protocol }) => protocol === 'https:'),
      'production needs an https:// endpoint',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: telemetry('OTEL_EXPORTER_OTLP_ENDPOINT'),
    SENTRY_DSN: telemetry('SENTRY_DSN'),
    SMTP_URL: problem(
      'mail',
      isPlain(
        env['SMTP_URL'],
        ({ protocol, searchParams }) => protocol === 'smtps:' || searchParams.get('requireTLS') === 'true',
      ),
      'production needs a smtps:// URL, or ?requireTLS=true',
    ),
  }
})

function isPlainDatabase(value: unknown): boolean {
  return isPlain(value, ({ searchParams }) => encryptedSslModes.includes(searchParams.get('sslmode') ?? ''))
}

/** True for a URL of another machine without encryption. Unreadable values are reported elsewhere. */
function isPlain(value: unknown, isEncrypted: (url: URL) => boolean): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && !isOnThisMachine(url) && !isEncrypted(url)
}

function isOnThisMachine({ hostname, searchParams }: URL): boolean {
  // PostgreSQL over a socket of the file system: an empty host, or a path.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return (
    host === '' ||
    host.startsWith('/') ||
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  )
}

function listOf(value: unknown): string[] {
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : []
}

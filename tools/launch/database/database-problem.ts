import { UserError } from '../user-error.ts'

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
])
/** SQLSTATEs: invalid password or role, unknown database, too many connections, starting up. */
const accessDenied = new Set(['28P01', '28000', '3D000', '53300', '57P03'])

/** An error about DATABASE_URL that the user can fix, without the password; `undefined` for any other error. */
export function databaseProblem(error: unknown, env = process.env): UserError | undefined {
  if (!env['DATABASE_URL'] || !(error instanceof Error)) return undefined
  // A host name with several addresses fails once per address.
  const [cause] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  if (!(cause instanceof Error && 'code' in cause && typeof cause.code === 'string')) return undefined
  if (!unreachable.has(cause.code) && !accessDenied.has(cause.code)) return undefined
  return new UserError(`Cannot use the database of DATABASE_URL: ${cause.message}`)
}

import { UserError } from './user-error.ts'

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
])
/** SQLSTATEs: invalid password or role, no such database, too many connections, starting up. */
const notLetIn = new Set(['28P01', '28000', '3D000', '53300', '57P03'])

/** What a user can mend about the database of DATABASE_URL, in words without its password; undefined for anything else. */
export function databaseProblem(error: unknown, env = process.env): UserError | undefined {
  if (!env['DATABASE_URL'] || !(error instanceof Error)) return undefined
  // A name with several addresses fails once for each.
  const [cause] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  if (!(cause instanceof Error && 'code' in cause && typeof cause.code === 'string')) return undefined
  if (!unreachable.has(cause.code) && !notLetIn.has(cause.code)) return undefined
  return new UserError(`The database of DATABASE_URL cannot be used: ${cause.message}`)
}

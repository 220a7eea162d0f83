import pg from 'pg'
import { commonErrors, type AppError } from './app-error.ts'

/** Seconds after which a client may try again. */
const retryAfterSeconds = 2
const maxCauses = 5

/** System errors of a connection that could not be made or was lost. */
const lostConnection = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * SQLSTATEs of a database that cannot serve now: connection lost (08), no resources such as disk (53), time limits
 * (25P03, 25P04, 57014), shutdown and start (57P01 to 57P03), read-only (25006), I/O errors (58), and conflicts that
 * outlasted their retries (40001, 40P01).
 */
const unavailableState = /^(?:08|53|58|57P0[1-3]|57014|25006|25P0[34]|40001|40P01)/

/** System errors of a disk that is full or only reads. */
const unwritableDisk = new Set(['EDQUOT', 'ENOSPC', 'EROFS'])

/** PostgreSQL reports a read-only disk with the SQLSTATE of a missing right. */
const readOnlyDisk = /: Read-only file system$/

/** What pg and its pool throw without a code. */
const unavailableText =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** The 503 to return if the error, or what caused it, is an outage of the database or another service. */
export function asUnavailable(error: unknown): AppError | undefined {
  return isOutage(error)
    ? commonErrors.make('server.unavailable', { cause: error, retryAfterSeconds })
    : undefined
}

function isOutage(error: unknown): boolean {
  let current: unknown = error
  for (let depth = 0; depth < maxCauses && current instanceof Error; depth += 1) {
    if (current instanceof AggregateError && current.errors.some(isOutage)) return true
    if (isOutageItself(current)) return true
    current = current.cause
  }
  return false
}

function isOutageItself(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError)
    return unavailableState.test(code) || (code === '42501' && readOnlyDisk.test(error.message))
  // A missing socket file means that the server does not run; any other missing file is a bug.
  const isMissingSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    lostConnection.has(code) ||
    unwritableDisk.has(code) ||
    isMissingSocket ||
    unavailableText.test(error.message)
  )
}

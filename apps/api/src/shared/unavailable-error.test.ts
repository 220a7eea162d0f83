import pg from 'pg'
import { expect, test } from 'vitest'
import { asUnavailable } from './unavailable-error.ts'

const databaseError = (code: string, message = 'refused') =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
const systemError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall })

test.each([
  ['a refused connection', systemError('ECONNREFUSED', 'connect')],
  ['a host with several addresses', new AggregateError([systemError('ECONNREFUSED', 'connect')])],
  ['a missing socket', systemError('ENOENT', 'connect')],
  ['a lost connection', new Error('Connection terminated unexpectedly')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a starting database', databaseError('57P03')],
  ['a full disk', databaseError('53100')],
  ['a database that only reads', databaseError('25006')],
  [
    'a database on a disk that only reads',
    databaseError('42501', 'could not open file "base/5/1259": Read-only file system'),
  ],
  ['a full disk of files', systemError('ENOSPC', 'write')],
  ['a disk of files that only reads', systemError('EROFS', 'open')],
  ['an outage behind another error', new Error('no rates', { cause: databaseError('57P01') })],
])('%s is an outage', (_what, error) => {
  expect(asUnavailable(error)).toMatchObject({
    status: 503,
    code: 'server.unavailable',
    retryAfterSeconds: 2,
  })
})

test.each([
  ['a missing file', systemError('ENOENT', 'open')],
  ['a missing right', databaseError('42501', 'permission denied for table orders')],
  ['a constraint', databaseError('23505')],
  ['an unknown column', databaseError('42703')],
  ['a bug', new TypeError('x is not a function')],
])('%s is not', (_what, error) => {
  expect(asUnavailable(error)).toBeUndefined()
})

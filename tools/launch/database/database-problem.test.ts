import { expect, test } from 'vitest'
import { databaseProblem } from './database-problem.ts'

const env = { DATABASE_URL: 'postgres://terrace:secret@db.example/terrace' }
const failure = (message: string, code: string) => Object.assign(new Error(message), { code })

test('an unreachable database or a rejected login is explained to the user', () => {
  const rejected = failure('connect ECONNREFUSED 10.0.0.7:5432', 'ECONNREFUSED')
  const words = 'Cannot use the database of DATABASE_URL: connect ECONNREFUSED 10.0.0.7:5432'
  expect(databaseProblem(rejected, env)?.message).toBe(words)
  expect(databaseProblem(new AggregateError([rejected, rejected]), env)?.message).toBe(words)
  const password = failure('password authentication failed for user "terrace"', '28P01')
  expect(databaseProblem(password, env)?.message).toContain('password authentication failed')
})

test('internal errors and errors of the embedded database keep their stack', () => {
  expect(databaseProblem(new Error('migration 0001 failed'), env)).toBeUndefined()
  expect(databaseProblem(failure('syntax error', '42601'), env)).toBeUndefined()
  expect(databaseProblem(failure('refused', 'ECONNREFUSED'), {})).toBeUndefined()
})

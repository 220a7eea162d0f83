import { expect, test } from 'vitest'
import { databaseProblem } from './database-problem.ts'

const env = { DATABASE_URL: 'postgres://terrace:secret@db.example/terrace' }
const failure = (message: string, code: string) => Object.assign(new Error(message), { code })

test('a database that cannot be reached or does not let us in is told in words', () => {
  const refused = failure('connect ECONNREFUSED 10.0.0.7:5432', 'ECONNREFUSED')
  const words = 'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 10.0.0.7:5432'
  expect(databaseProblem(refused, env)?.message).toBe(words)
  expect(databaseProblem(new AggregateError([refused, refused]), env)?.message).toBe(words)
  const password = failure('password authentication failed for user "terrace"', '28P01')
  expect(databaseProblem(password, env)?.message).toContain('password authentication failed')
})

test('a failure of ours, or of the embedded database, keeps its stack', () => {
  expect(databaseProblem(new Error('migration 0001 failed'), env)).toBeUndefined()
  expect(databaseProblem(failure('syntax error', '42601'), env)).toBeUndefined()
  expect(databaseProblem(failure('refused', 'ECONNREFUSED'), {})).toBeUndefined()
})

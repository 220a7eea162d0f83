import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { AppError } from '#api/shared/app-error.ts'
import { parseInput } from './parse-input.ts'

function fieldsOf(schema: z.ZodMiniType, value: unknown): unknown {
  try {
    parseInput(schema, value)
  } catch (error) {
    if (error instanceof AppError) return error.details['fields']
    throw error
  }
  return 'good'
}

test.each([
  [z.string().check(z.maxLength(3)), 'four', 'must be at most 3 characters'],
  [z.string().check(z.minLength(3)), 'a', 'must be at least 3 characters'],
  [z.string().check(z.minLength(1)), '', 'must not be empty'],
  [z.string().check(z.maxLength(1)), 'ab', 'must be at most 1 character'],
  [z.array(z.string()).check(z.minLength(1)), [], 'must not be empty'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'must be at most 1 entry'],
  [z.int().check(z.gte(1)), 0, 'must be at least 1'],
  [z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'must be at most 2 entries'],
  [z.int().check(z.lte(5)), 6, 'must be at most 5'],
  [z.int().check(z.positive()), 0, 'must be above 0'],
  [z.int().check(z.lt(5)), 5, 'must be below 5'],
  [z.string(), undefined, 'is required'],
  [z.string(), 5, 'must be of the type string'],
])('invalid input is reported with the expected value (%#)', (schema, value, text) => {
  expect(fieldsOf(z.object({ field: schema }), { field: value })).toEqual({ field: [text] })
})

test('the same message for one field is reported once', () => {
  const page = 'must be a whole number from 1'
  const schema = z.object({
    page: z.int(page).check(z.positive(page), z.lte(5, page), z.multipleOf(2, page)),
  })
  expect(fieldsOf(schema, { page: 7 })).toEqual({ page: [page] })
})

test('a NUL character is reported with the path of its field', () => {
  const schema = z.object({ lines: z.array(z.object({ note: z.string() })) })
  expect(fieldsOf(schema, { lines: [{ note: 'a\0' }] })).toEqual({
    'lines.0.note': ['must not contain NUL characters'],
  })
})

test('an error names at most fifty of many unknown fields', () => {
  const value = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]))
  expect(Object.keys(fieldsOf(z.strictObject({}), value) as object)).toHaveLength(50)
})

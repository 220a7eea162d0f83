import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test('what was typed is said whole, a pasted page by its beginning', () => {
  expect(quoted('arsenal')).toBe('“arsenal”')
  expect(quoted('x'.repeat(60))).toBe(`“${'x'.repeat(60)}”`)
  expect(quoted('🏟'.repeat(61))).toBe(`“${'🏟'.repeat(60)}…”`)
})

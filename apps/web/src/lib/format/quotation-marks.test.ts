import { expect, test } from 'vitest'
import { inQuotationMarks } from './quotation-marks.ts'

test('short text is quoted in full, long text is truncated', () => {
  expect(inQuotationMarks('arsenal')).toBe('“arsenal”')
  expect(inQuotationMarks('x'.repeat(60))).toBe(`“${'x'.repeat(60)}”`)
  expect(inQuotationMarks('🏟'.repeat(61))).toBe(`“${'🏟'.repeat(60)}…”`)
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowFiles } from './slow-files-first.ts'

test.each(slowFiles)('%s, which starts first, exists', (name) => {
  expect(existsSync(join(import.meta.dirname, '../../apps/api/src', name))).toBe(true)
})

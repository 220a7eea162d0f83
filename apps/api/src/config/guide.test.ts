import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { configurationGuide } from './guide.ts'

test('the configuration guide describes the variables as they are', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/configuration.md', import.meta.url), 'utf8')
  expect(guide, 'run `npm run docs:configuration`').toBe(configurationGuide())
})

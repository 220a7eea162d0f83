import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { retentionNames, retentionPeriods } from './retention.ts'

test('the privacy guide has the table of retention', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/privacy.md', import.meta.url), 'utf8')
  for (const name of retentionNames) {
    const { about, days } = retentionPeriods[name]
    expect(guide).toContain(`| \`${name}\` | ${about} | ${days.join(' | ')} |`)
  }
})

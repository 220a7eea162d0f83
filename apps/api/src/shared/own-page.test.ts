import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const readColours = async (path: string) => {
  const css = await readFile(new URL(path, import.meta.url), 'utf8')
  return new Map(
    [...css.matchAll(/(--[\w-]+): (light-dark\([^;]+|#\w+);/g)].map(([, name, value]) => [name, value]),
  )
}

test('pages that the server writes by itself have the colours of the site around them', async () => {
  const site = await readColours('../../../web/src/styles/tokens.css')
  const own = await readColours('./own-page.css')
  expect(own.size).toBeGreaterThan(10)
  for (const [name, value] of own) expect(value, name).toBe(site.get(name))
})

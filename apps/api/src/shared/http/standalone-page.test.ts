import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const readColours = async (path: string) => {
  const css = await readFile(new URL(path, import.meta.url), 'utf8')
  return new Map(
    [...css.matchAll(/(--[\w-]+): (light-dark\([^;]+|#\w+);/g)].map(([, name, value]) => [name, value]),
  )
}

test('standalone pages use the colours of the web app', async () => {
  const site = await readColours('../../../../web/src/styles/tokens.css')
  const standalone = await readColours('./standalone-page.css')
  expect(standalone.size).toBeGreaterThan(10)
  for (const [name, value] of standalone) expect(value, name).toBe(site.get(name))
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const readColours = async (path: string) => {
  const css = await readFile(new URL(path, import.meta.url), 'utf8')
  return new Map(
    [...css.matchAll(/(--[\w-]+): (light-dark\([^;]+|#\w+);/g)].map(([, name, value]) => [name, value]),
  )
}

test('the pages of the sandbox, which shares no files with the server, start with the same styles', async () => {
  const [own, sandbox] = await Promise.all(
    ['./standalone-page.css', '../../../../sandbox/src/pages/card-frame/sandbox.css'].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  )
  const withoutHeading = (css = '') => css.slice(css.indexOf('\n') + 1)
  expect(withoutHeading(sandbox).startsWith(withoutHeading(own))).toBe(true)
})

test('standalone pages use the colours of the web app', async () => {
  const site = await readColours('../../../../web/src/styles/tokens.css')
  const standalone = await readColours('./standalone-page.css')
  expect(standalone.size).toBeGreaterThan(10)
  for (const [name, value] of standalone) expect(value, name).toBe(site.get(name))
})

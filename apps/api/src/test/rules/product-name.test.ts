import { glob, readFile } from 'node:fs/promises'
import { productDefaults } from '@terrace/contracts/product'
import { expect, test } from 'vitest'

const root = new URL('../../../../../', import.meta.url)
const home = 'packages/contracts/src/product.ts'
const sources = ['apps/*/src/**/*.{ts,tsx,sql,css}', 'apps/web/index.html', 'packages/*/src/**/*.ts']

/** Removes text that only developers see: comments, package names, process ids. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
}

test('[X-CONST-02] only the configuration spells out the product or brand in paths, fields and labels', async () => {
  const spelled: string[] = []
  let read = 0
  for await (const file of glob(sources, { cwd: root })) {
    if (
      file === home ||
      file.includes('.test.') ||
      file.includes('.suite.') ||
      file.includes('/test/') ||
      file.includes('/dist/')
    )
      continue
    read += 1
    const text = withoutComments(await readFile(new URL(file, root), 'utf8'))
    const { product, brand } = productDefaults
    if (new RegExp(`\\b${product}[_/-]|[_/-]${product}\\b|\\b${brand}\\b`).test(text)) spelled.push(file)
  }
  expect(read).toBeGreaterThan(100)
  expect(spelled).toEqual([])
})

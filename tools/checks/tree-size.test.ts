import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const maxFiles = 34
const largeFolders = new Set([
  // A numbered log: files never move, because their checksums are stored by name.
  'apps/api/src/db/migrations',
  // One file per capability, found by its name.
  'packages/contracts/src',
])
const maxLines = 400
// Frozen; it replaced 53 migrations.
const largeFiles = new Set(['apps/api/src/db/migrations/0001-baseline.sql'])

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
})
  .trim()
  .split('\n')
const code = paths.filter((path) => /\.(tsx?|mjs|js|sql|css)$/.test(path) && !path.endsWith('.gen.ts'))

test('a folder holds at most 34 files', () => {
  const folders = Map.groupBy(
    paths.filter((path) => !path.startsWith('seeds/data/')),
    (path) => dirname(path),
  )
  const tooLarge = [...folders].filter(
    ([folder, files]) => files.length > maxFiles && !largeFolders.has(folder),
  )
  expect(tooLarge.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

test('a file has at most 400 lines, nine of ten at most 200, half of them at most 80', () => {
  const sizes = code
    .filter((path) => !largeFiles.has(path))
    .map((path) => ({ path, lines: readFileSync(resolve(root, path), 'utf8').split('\n').length - 1 }))
    .toSorted((a, b) => a.lines - b.lines)
  expect(sizes.filter(({ lines }) => lines > maxLines)).toEqual([])
  expect(sizes[Math.floor(sizes.length * 0.9)]?.lines).toBeLessThanOrEqual(200)
  expect(sizes[Math.floor(sizes.length * 0.5)]?.lines).toBeLessThanOrEqual(80)
})

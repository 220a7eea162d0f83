import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockEntry {
  version?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockEntry>
}

function isLocked(parent: string, name: string): boolean {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = [folder, 'node_modules', name].filter(Boolean).join('/')
    if (packages[path]) return true
    if (folder === '') return false
  }
}

test('the lock file contains the programs of every platform, as npm ci requires', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, which ${path} needs`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry: that is a setting of the machine', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  expect(text).not.toMatch(/"resolved": "(?!https:\/\/registry\.npmjs\.org\/)https?:/)
})

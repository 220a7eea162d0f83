import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { webBuildDir } from '../launch/web-build.ts'

// The gzipped JavaScript that a screen loads before it can be used.

/** The part of Vite's manifest that is used here: a file and its static imports, by key. */
interface Chunk {
  file: string
  imports?: string[]
}

export interface Budget {
  name: string
  /** Sources whose chunks the screen loads, with their imports. */
  sources: string[]
  /** 1 kB is 1,000 bytes. */
  kilobytes: number
}

const budgets: Budget[] = [
  { name: 'login', sources: ['index.html', 'src/routes/login.tsx'], kilobytes: 160 },
  {
    name: 'event',
    sources: ['index.html', 'src/signed-in.tsx', 'src/routes/event-listings.tsx'],
    kilobytes: 260,
  },
  { name: 'quote', sources: ['quote.html'], kilobytes: 150 },
]

/**
 * Bytes of all files that the sources load at once, each counted once.
 * @throws for a source without a chunk
 */
export function pageWeight(
  manifest: Record<string, Chunk>,
  sources: string[],
  bytesOf: (file: string) => number,
): number {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The web build has no chunk for ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const source of sources) visit(source)
  return [...files].reduce((sum, file) => sum + bytesOf(file), 0)
}

/** Weight of each screen of the built web app in kB, with its limit. */
export function weighPages(): { name: string; weight: number; kilobytes: number }[] {
  // The format that Vite documents.
  const manifest = JSON.parse(readFileSync(join(webBuildDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const bytesOf = (file: string) => gzipSync(readFileSync(join(webBuildDir, file)), { level: 9 }).length
  return budgets.map(({ name, sources, kilobytes }) => ({
    name,
    weight: Math.round(pageWeight(manifest, sources, bytesOf) / 100) / 10,
    kilobytes,
  }))
}

if (import.meta.main) {
  for (const { name, weight, kilobytes } of weighPages()) {
    console.log(`${name.padEnd(12)}${weight.toFixed(1).padStart(7)} kB of ${kilobytes}`)
    if (weight > kilobytes) process.exitCode = 1
  }
}

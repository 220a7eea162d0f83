import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webBuildDir } from '../launch/web-build.ts'

// The JavaScript that a screen loads before it can be used, as the server sends it to a browser.

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

const route = (name: string) => `src/routes/${name}.tsx`
const signedIn = ['index.html', 'src/signed-in.tsx']
const profile = [...signedIn, route('profile'), 'src/routes/profile-tabs.ts']

const budgets: Budget[] = [
  { name: 'login', sources: ['index.html', route('login')], kilobytes: 131 },
  { name: 'event', sources: [...signedIn, route('event-listings')], kilobytes: 225 },
  { name: 'quote', sources: ['quote.html'], kilobytes: 130 },
  { name: 'home', sources: [...signedIn, route('home')], kilobytes: 181 },
  { name: 'category', sources: [...signedIn, route('category')], kilobytes: 186 },
  { name: 'confirmation', sources: [...signedIn, route('checkout-confirmation')], kilobytes: 187 },
  { name: 'terms', sources: [...signedIn, route('terms')], kilobytes: 172 },
  // Above the aim of 200 kB; they must not grow.
  { name: 'search', sources: [...signedIn, route('search'), route('search-results')], kilobytes: 200 },
  { name: 'sign-up', sources: ['index.html', route('sign-up')], kilobytes: 168 },
  { name: 'checkout', sources: [...signedIn, route('checkout')], kilobytes: 215 },
  { name: 'account', sources: [...profile, route('profile-account')], kilobytes: 203 },
  { name: 'team', sources: [...profile, route('profile-team')], kilobytes: 195 },
  { name: 'purchases', sources: [...profile, route('profile-purchases')], kilobytes: 204 },
  { name: 'quotes', sources: [...profile, route('profile-quotes')], kilobytes: 210 },
  { name: 'holds', sources: [...profile, route('profile-holds')], kilobytes: 200 },
  { name: 'clients', sources: [...profile, route('profile-clients')], kilobytes: 206 },
  { name: 'quote page', sources: [...profile, route('profile-quote-page')], kilobytes: 203 },
  { name: 'tracked', sources: [...profile, route('profile-tracked')], kilobytes: 201 },
  { name: 'searches', sources: [...profile, route('profile-searches')], kilobytes: 190 },
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
  const bytesOf = (file: string) => {
    const path = join(webBuildDir, file)
    // Small files have no compressed copy.
    return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length
  }
  return budgets.map(({ name, sources, kilobytes }) => ({
    name,
    weight: Math.round(pageWeight(manifest, sources, bytesOf) / 100) / 10,
    kilobytes,
  }))
}

if (import.meta.main) {
  for (const { name, weight, kilobytes } of weighPages()) {
    console.log(`${name.padEnd(14)}${weight.toFixed(1).padStart(7)} kB of ${kilobytes}`)
    if (weight > kilobytes) process.exitCode = 1
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webBuildDir } from '../launch/web/web-build.ts'

// The JavaScript and style sheet that a screen loads before it can be used, compressed as the server sends them to a
// browser without a cache. Fonts (48 kB), images and data are not counted, nor what loads later, such as dialogs.

/** The part of Vite's manifest that is used here: a file, its style sheets and its static imports, by key. */
interface Chunk {
  file: string
  css?: string[]
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
const loggedIn = ['index.html', 'src/logged-in.tsx']
const profile = [...loggedIn, route('profile'), 'src/routes/profile/tabs.ts']

const budgets: Budget[] = [
  { name: 'login', sources: ['index.html', route('login')], kilobytes: 146 },
  { name: 'event', sources: [...loggedIn, route('event-listings')], kilobytes: 240 },
  { name: 'quote', sources: ['quote.html'], kilobytes: 145 },
  { name: 'home', sources: [...loggedIn, route('home')], kilobytes: 194 },
  { name: 'category', sources: [...loggedIn, route('category')], kilobytes: 192 },
  { name: 'confirmation', sources: [...loggedIn, route('checkout-confirmation')], kilobytes: 199 },
  { name: 'terms', sources: [...loggedIn, route('terms')], kilobytes: 183 },
  { name: 'sign-up', sources: ['index.html', route('sign-up')], kilobytes: 183 },
  { name: 'search', sources: [...loggedIn, route('search'), route('search-results')], kilobytes: 200 },
  { name: 'checkout', sources: [...loggedIn, route('checkout')], kilobytes: 200 },
  { name: 'account', sources: [...profile, route('profile/account')], kilobytes: 200 },
  { name: 'team', sources: [...profile, route('profile/team')], kilobytes: 200 },
  { name: 'security', sources: [...profile, route('profile/security')], kilobytes: 200 },
  { name: 'second factor', sources: ['index.html', route('second-factor')], kilobytes: 183 },
  { name: 'purchases', sources: [...profile, route('profile/purchases')], kilobytes: 200 },
  { name: 'quotes', sources: [...profile, route('profile/quotes')], kilobytes: 200 },
  { name: 'holds', sources: [...profile, route('profile/holds')], kilobytes: 200 },
  { name: 'clients', sources: [...profile, route('profile/clients')], kilobytes: 200 },
  { name: 'quote page', sources: [...profile, route('profile/quote-page')], kilobytes: 200 },
  { name: 'tracked', sources: [...profile, route('profile/tracked')], kilobytes: 200 },
  {
    name: 'inventory',
    sources: ['index.html', route('sell/sell-frame'), route('sell/inventory')],
    kilobytes: 220,
  },
  {
    name: 'imports',
    sources: ['index.html', route('sell/sell-frame'), route('sell/imports')],
    kilobytes: 220,
  },
  {
    name: 'rules',
    sources: ['index.html', route('sell/sell-frame'), route('sell/rules')],
    kilobytes: 220,
  },
  { name: 'searches', sources: [...profile, route('profile/searches')], kilobytes: 200 },
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
    for (const styleSheet of chunk.css ?? []) files.add(styleSheet)
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

import type { Plugin, Rolldown } from 'vite'

/**
 * Entries that `public/prefetch.js` prefetches: the frame for every logged-in page, and the event page by its path.
 */
const sources = { frame: 'src/logged-in.tsx', tickets: 'src/routes/event-listings.tsx' }

/**
 * Writes the file names of the next chunks into the page, so that `public/prefetch.js` loads them in parallel with
 * the entry. Otherwise slow connections pay for two round trips.
 */
export function prefetchPlugin(): Plugin {
  return {
    name: 'terrace:prefetch',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk, path }) {
        // The quote page links to no other page.
        if (!bundle || !chunk || path !== '/index.html') return undefined
        const first = filesOf(bundle, chunk.fileName)
        const later = (source: string) => {
          const entry = Object.values(bundle).find(
            (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(source),
          )
          if (!entry) throw new Error(`The build has no file for ${source}`)
          return [...filesOf(bundle, entry.fileName)].filter((file) => !first.has(file))
        }
        const frame = later(sources.frame)
        const tickets = later(sources.tickets).filter((file) => !frame.includes(file))
        const attrs = {
          src: '/prefetch.js',
          async: true,
          'data-frame': frame.join(' '),
          'data-tickets': tickets.join(' '),
        }
        return [{ tag: 'script', attrs, injectTo: 'head' as const }]
      },
    },
  }
}

/** The chunk and all its static imports. */
function filesOf(bundle: Rolldown.OutputBundle, fileName: string): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const file = bundle[name]
    if (files.has(name) || file?.type !== 'chunk') return
    files.add(name)
    for (const imported of file.imports) visit(imported)
  }
  visit(fileName)
  return files
}

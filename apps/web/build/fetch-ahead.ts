import type { Plugin, Rolldown } from 'vite'

/** What `public/ahead.js` lets a browser fetch: for every signed-in page, and for the one page by its path. */
const sources = { frame: 'src/signed-in.tsx', tickets: 'src/routes/event-listings.tsx' }

/**
 * Names in the page which files come after the first ones, so that `public/ahead.js` can have them fetched beside those
 * instead of after they have run: a browser far away would wait twice.
 */
export function fetchAhead(): Plugin {
  return {
    name: 'terrace:fetch-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk, path }) {
        // The page of a quote leads nowhere.
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
          src: '/ahead.js',
          async: true,
          'data-frame': frame.join(' '),
          'data-tickets': tickets.join(' '),
        }
        return [{ tag: 'script', attrs, injectTo: 'head' as const }]
      },
    },
  }
}

/** The file and all that it imports at once. */
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

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { fetchAhead } from './build/fetch-ahead.ts'

// In development the API runs beside Vite; its address is the only thing that Vite needs to be told.
const api = process.env['TERRACE_API'] ?? 'http://localhost:4000'
const behind = { target: api, changeOrigin: false }

/** One drawing for each country, wherever the package manager has put them. */
const flags = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2')

const source = (file: string) => join(import.meta.dirname, 'src', file)

/** Pages beside the login that are shown without the frame of the signed-in ones. */
const unframed = ['sign-up', 'forgot-password', 'reset-password', 'verify-email', 'join-team'].map((page) =>
  source(`routes/${page}.tsx`),
)
const eventPage = source('routes/event-listings.tsx')

/** What is no screen's own. */
const general = /node_modules|packages[\\/]|src[\\/](lib|ui)[\\/]/

type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1]

const isOfQuote = (module: string) => /src[\\/](features[\\/]quote-page|routes[\\/]quote\.tsx$)/.test(module)

/** The entries and all that they import at once. */
function reachOf(modules: Modules, entries: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (module: string) => {
    if (found.has(module)) return
    found.add(module)
    for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return found
}

/** What both the application and the page of a quote need to draw anything at all. */
function groundOf(): Rolldown.CodeSplittingNameFunction {
  let reached: ReadonlySet<string>[] | undefined
  return (id, modules) => {
    reached ??= [source('main.tsx'), source('quote.tsx')].map((entry) => reachOf(modules, [entry]))
    return reached.every((each) => each.has(id)) ? 'ground' : null
  }
}

/** What the application needs for it beside that; the page of a quote must not carry it. */
function baseOf(): Rolldown.CodeSplittingNameFunction {
  let reached: ReadonlySet<string> | undefined
  return (id, modules) => {
    reached ??= reachOf(modules, [source('main.tsx')])
    return reached.has(id) ? 'base' : null
  }
}

/**
 * Which of a few files a shared module of the event page comes in, so that the page is not some hundred small ones, each of
 * which a browser far away waits for: `common` is what pages without the frame need as well, `frame` what stands around
 * every signed-in page, `quoted` what the page of a quote shares with those, `screens` what the event page shares with others of those, `event` what it shares with its own
 * dialogs. What the login needs is in none: it would load the rest of the file with it.
 */
function fileOf(): Rolldown.CodeSplittingNameFunction {
  let files: ReadonlyMap<string, string> | undefined
  return (id, modules) => {
    const reach = (...entries: string[]) => reachOf(modules, entries)
    function sort(): Map<string, string> {
      const before = reach(source('main.tsx'), source('routes/login.tsx'))
      const quoted = reach(source('quote.tsx'))
      const common = reach(...unframed)
      const frame = reach(source('signed-in.tsx'))
      const pages = modules.getModuleInfo(source('router.tsx'))?.dynamicallyImportedIds ?? []
      const others = reach(...pages.filter((page) => page !== eventPage))
      const all = [...quoted, ...frame, ...reach(eventPage)].filter((module) => !before.has(module))
      return new Map(
        all.map((module) => {
          if (quoted.has(module)) return [module, isOfQuote(module) ? 'quote' : 'quoted']
          if (common.has(module)) return [module, 'common']
          if (frame.has(module)) return [module, 'frame']
          return [module, others.has(module) ? 'screens' : 'event']
        }),
      )
    }
    files ??= sort()
    return files.get(id) ?? null
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), fetchAhead()],
  resolve: { alias: { '@flags': flags } },
  server: {
    proxy: {
      '/api': behind,
      '/config.json': behind,
      '/sandbox': behind,
      '/signing': behind,
      '/handover': behind,
      '/chat/widget.js': behind,
      '/dev/mail': behind,
      '/health': behind,
      '/1/': behind,
      '/app/': { ...behind, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // light-dark() carries the two themes; older targets would have it rewritten into twice the style sheet.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Fonts stay files of their own: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Which screen loads which files, for tools/checks/page-weight.ts.
    manifest: true,
    rolldownOptions: {
      // The application, and the page of a quote link, which is light and leads nowhere.
      input: ['index.html', 'quote.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          groups: [
            // What every page loads, in three files: they compress better whole, and stay cached when screens change. First
            // what draws anything at all, of which zod is the core and its small front, then what every form is made of.
            { name: groundOf(), debugName: 'ground', tags: ['$initial'], test: general, priority: 3 },
            { name: baseOf(), debugName: 'base', tags: ['$initial'], test: general, priority: 2 },
            {
              name: 'controls',
              test: /src[\\/](lib[\\/]api-client|ui[\\/](button|text-field))\.tsx?$/,
              priority: 1,
            },
            // Small parts of menus and dialogs that simpler controls need too, which must not bring all of those along.
            {
              name: 'focus',
              test: /react-aria[\\/]dist[\\/]private[\\/](focus|utils)[\\/]|SharedElementTransition/,
            },
            {
              name: fileOf(),
              debugName: 'files of the event page',
              priority: -1,
              // What one page alone needs stays in its own file: taken out, the two would need each other.
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})

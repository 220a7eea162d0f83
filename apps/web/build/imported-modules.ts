import type { Rolldown } from 'vite'

export type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1]

interface ReExport {
  file: string
  /** Names by which others import from the file; `null` for `export *`. */
  names: string[] | null
}

const statement = /\b(?:import|export)\s*(?:\{([^}]*)\}|\*)\s*from\s*["']([^"']+)["'];?/g

/** What a module re-exports that contains nothing else, such as the index of a package or the list of icons. */
function reExportsOf(modules: Modules, module: string): ReExport[] | null {
  const { code, importedIds = [] } = modules.getModuleInfo(module) ?? {}
  if (code === undefined || code === null || importedIds.length < 2) return null
  const rest = code
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(statement, '')
    .replaceAll(/\bexport\s*\{[^}]*\};?/g, '')
  if (rest.trim() !== '') return null
  const namesOf = new Map<string, string[] | null>()
  for (const [, list, source = ''] of code.matchAll(statement)) {
    const named = list?.split(',').map((each) => /\w+\s*$/.exec(each)?.[0].trim() ?? '')
    namesOf.set(source, named ? [...(namesOf.get(source) ?? []), ...named.filter(Boolean)] : null)
  }
  if (namesOf.size !== importedIds.length) return null
  return [...namesOf.values()].map((names, index) => ({ file: importedIds[index] ?? '', names }))
}

/** The static imports of a module. Of a module that only re-exports, the files whose names the importing code has. */
function importsOf(modules: Modules, module: string): string[] {
  const { code, importedIds = [] } = modules.getModuleInfo(module) ?? {}
  const words = new Set(code?.match(/\w+/g))
  const resolve = (imported: string): string[] => {
    const reExports = reExportsOf(modules, imported)
    if (!reExports) return [imported]
    return reExports.flatMap(({ file, names }) => {
      if (names === null) return resolve(file)
      return names.some((name) => words.has(name)) ? [file] : []
    })
  }
  return importedIds.flatMap(resolve)
}

/** The entries and all their static imports. */
export function importedModules(modules: Modules, entries: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (module: string) => {
    if (found.has(module)) return
    found.add(module)
    for (const imported of importsOf(modules, module)) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return found
}

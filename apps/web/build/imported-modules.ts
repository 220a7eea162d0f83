import { join } from 'node:path'
import type { Rolldown } from 'vite'

export type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** Only names the icons; a module that imports it needs a few of them. */
const iconList = join(import.meta.dirname, '../src/ui/icons.ts')

/** File of each icon by the name that `ui/icons.ts` gives it. */
function iconFiles(modules: Modules): Map<string, string> {
  const info = modules.getModuleInfo(iconList)
  const names = [...(info?.code ?? '').matchAll(/default as (\w+)/g)].map(([, name = '']) => name)
  const files = info?.importedIds ?? []
  if (names.length === 0 || names.length !== files.length)
    throw new Error('ui/icons.ts must export one default import per icon.')
  return new Map(names.map((name, index) => [name, files[index] ?? '']))
}

/** The static imports of a module, with the icons that it names instead of the list of all icons. */
function importsOf(modules: Modules, module: string): string[] {
  const info = modules.getModuleInfo(module)
  if (!info?.importedIds.includes(iconList)) return info?.importedIds ?? []
  const files = iconFiles(modules)
  const icons = [...files].filter(([name]) => new RegExp(`\\b${name}\\b`).test(info.code ?? ''))
  return [...info.importedIds.filter((id) => id !== iconList), ...icons.map(([, file]) => file)]
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

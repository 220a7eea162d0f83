import type { SourcePart } from './source-parts.ts'

/**
 * The names of a SQL file: objects, parameters, variables, columns and aliases, which keywords never equal. Text in quotes
 * is data, and migrations that have landed cannot change.
 */
export function namesOfSql(path: string, text: string): SourcePart[] {
  if (path.includes('/migrations/')) return []
  const code = text.replaceAll(/--.*|'(?:[^']|'')*'/g, '')
  return code.split('\n').flatMap((line, index) =>
    [...line.matchAll(/[a-z_]\w*/gi)].map(([name]) => ({
      kind: 'name' as const,
      text: name,
      line: index + 1,
    })),
  )
}

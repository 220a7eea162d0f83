/**
 * The statements of an SQL file, without comments. Strings, quoted names and dollar-quoted bodies may contain
 * semicolons and dashes.
 */
export function splitStatements(text: string): string[] {
  const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^;]/g
  const statements: string[] = []
  let current = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === ';') {
      statements.push(current)
      current = ''
    } else if (!token.startsWith('--') && !token.startsWith('/*')) {
      current += token
    }
  }
  return [...statements, current].map((statement) => statement.trim()).filter((statement) => statement !== '')
}

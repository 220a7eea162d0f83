/** Lines for a POSIX shell that set these variables for the programs that it starts. */
export function environmentLines(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}`)
  return lines.join('\n')
}

/** In quotation marks a shell replaces nothing; one in the value ends them and is escaped. */
function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`
}

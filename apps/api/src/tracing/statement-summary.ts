const maxKnown = 1000
const maxTextLength = 2000
/** Of a statement, which may have a long list of values. */
const maxInputLength = 50_000

export interface StatementSummary {
  /** Verb and target, such as `SELECT place_holds_2`. */
  name: string
  verb: string
  /** The statement without its values. */
  text: string
}

const known = new Map<string, StatementSummary>()

/** What a span says about a statement. Texts repeat, so their summaries are kept. */
export function summarizeStatement(text: string): StatementSummary {
  const found = known.get(text)
  if (found) return found
  const summary = summarize(text)
  if (known.size >= maxKnown) known.clear()
  known.set(text, summary)
  return summary
}

const written = /\b(?:insert\s+into|merge\s+into|update|delete\s+from|copy)\s+(?:only\s+)?"?([a-z_][\w.]*)/i
const read = [/\bfrom\s+(?:only\s+)?"?([a-z_][\w.]*)/i, /^\s*select\s+([a-z_]\w*)\s*\(/i]

function summarize(statement: string): StatementSummary {
  // Names are taken from it, too: a literal may look like one.
  const text = withoutValues(statement).trim()
  const first = /^[a-z]+/i.exec(text)?.[0]?.toUpperCase() ?? 'STATEMENT'
  // A statement that begins with `with` is what it does to a table.
  const verb =
    first === 'WITH'
      ? (/\b(insert|update|delete|merge)\b/i.exec(text)?.[1]?.toUpperCase() ?? 'SELECT')
      : first
  const patterns = verb === 'SELECT' ? read : [written]
  const target = patterns.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined)
  return {
    name: target === undefined ? verb : `${verb} ${target}`,
    verb,
    text: text.slice(0, maxTextLength),
  }
}

/**
 * What may hold a value, or hide where one begins. Found in one pass: a literal may contain the signs of a comment, and a
 * comment those of a literal. A text that was cut off may lack an end.
 */
const opening = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`\/\*`,
    // With backslashes, and continued on further lines.
    String.raw`\be'(?:[^'\\]|\\.|'')*(?:'[^\S\n]*\n\s*'(?:[^'\\]|\\.|'')*)*(?:'|\\?$)`,
    String.raw`'(?:[^']|'')*(?:'|$)`,
    String.raw`(?<![\w$])\$(?<tag>[\p{L}_][\p{L}\p{N}_]*|)\$.*?(?:\$\k<tag>\$|$)`,
    // The name of a column or table.
    String.raw`"(?:[^"]|"")*(?:"|$)`,
  ].join('|'),
  'gisu',
)

/** Values are parameters almost everywhere; where a text has literals, they and its comments are left out, too. */
export function withoutValues(text: string): string {
  return withoutLiterals(text.slice(0, maxInputLength))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![\w$.])(?:\d[\w.]*|\.\d\w*)/g, '?')
}

function withoutLiterals(text: string): string {
  let kept = ''
  let position = 0
  for (;;) {
    opening.lastIndex = position
    const [found] = opening.exec(text) ?? []
    if (found === undefined) return kept + text.slice(position)
    const end = opening.lastIndex
    kept += text.slice(position, end - found.length)
    if (found.startsWith('"')) kept += found.length > 1 && found.endsWith('"') ? found : '?'
    else kept += found.startsWith('--') || found === '/*' ? ' ' : '?'
    position = found === '/*' ? endOfComment(text, end) : end
  }
}

/** Comments contain others. */
function endOfComment(text: string, start: number): number {
  const mark = /\/\*|\*\//g
  mark.lastIndex = start
  for (let depth = 1; depth > 0;) {
    const [found] = mark.exec(text) ?? []
    if (found === undefined) return text.length
    depth += found === '/*' ? 1 : -1
  }
  return mark.lastIndex
}

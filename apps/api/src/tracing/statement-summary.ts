const maxKnown = 1000
const maxTextLength = 2000
/** Only the beginning of a statement is read: its list of values may be long. */
const maxInputLength = 50_000

export interface StatementSummary {
  /** Verb and target, such as `SELECT place_holds`. */
  name: string
  verb: string
  /** The statement without its values. */
  text: string
}

const known = new Map<string, StatementSummary>()

/**
 * Name, verb and text of a statement for a span, without any values or comments, which may contain personal data. Texts
 * repeat, so the results are cached.
 */
export function redactedSummaryOf(text: string): StatementSummary {
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
  // Values are removed before the target is searched, because text in a literal may look like a table's name.
  const text = withoutValues(statement).trim()
  const first = /^[a-z]+/i.exec(text)?.[0]?.toUpperCase() ?? 'STATEMENT'
  // The verb of a statement that begins with `with` is that of its first part which changes a table, or else SELECT.
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
 * Literals, comments and quoted names. One pattern finds all of them, because a literal may contain the marks of a comment
 * and a comment those of a literal. The end may be missing, because long texts are cut off.
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

/** The text without its literals, numbers and comments. Most values are parameters and are not in the text at all. */
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

/** The position after the comment that begins before `start`. Comments can be nested. */
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

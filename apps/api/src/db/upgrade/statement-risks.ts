/** What a statement does to a running installation. */
export interface StatementRisk {
  /**
   * `locks`: reads or writes of the table wait as long as its rows take.
   * `breaks`: the previous release, which still runs, fails afterwards.
   * `unknown`: the statement must be read by a person.
   */
  kind: 'locks' | 'breaks' | 'unknown'
  text: string
  /** The table whose rows count; `null` if the number of rows does not matter. */
  table: string | null
}

const name = '(?:if (?:not )?exists )?(?:only )?([\\w."]+)'
const match = (pattern: string, statement: string) =>
  new RegExp(pattern.replace('NAME', name), 'i').exec(statement)?.[1]

/**
 * Risks of a migration's statements, in their order; none for tables that the same migration creates. In a transaction, what
 * an `alter table` locks stays locked until the last statement ends.
 */
export function risksOfMigration(
  statements: readonly string[],
  { isTransaction }: { isTransaction: boolean },
): (StatementRisk & { statement: string })[] {
  const createdTables = new Set(statements.flatMap((statement) => createdTable(statement) ?? []))
  const lockedTables = new Set<string>()
  return statements.flatMap((statement) => {
    const text = statement.replaceAll(/\s+/g, ' ')
    const table = match('^alter table NAME', text)
    const risks = table === undefined ? risksOfOther(text) : risksOfChange(text, table)
    if (table !== undefined && isTransaction) {
      if (lockedTables.has(table) && /\bvalidate constraint\b/i.test(text))
        risks.push({
          kind: 'locks',
          text: 'checks every row under the lock of an earlier statement; validate it in a migration of its own',
          table,
        })
      lockedTables.add(table)
    }
    return risks
      .filter((risk) => risk.table === null || !createdTables.has(risk.table))
      .map((risk) => ({ ...risk, statement }))
  })
}

function createdTable(statement: string): string | undefined {
  return match('^create (?:unlogged )?table NAME', statement.replaceAll(/\s+/g, ' '))
}

function risksOfChange(text: string, table: string): StatementRisk[] {
  const risks: StatementRisk[] = []
  const add = (kind: StatementRisk['kind'], reason: string) => void risks.push({ kind, text: reason, table })
  for (const action of text
    .replace(new RegExp(`^alter table ${name} `, 'i'), '')
    .split(/, (?=(?:add|alter|drop|rename|set|validate) )/i)) {
    const does = (pattern: RegExp) => pattern.test(action)
    const isNewColumn = does(/^add (?!constraint|check|primary|foreign|unique|exclude|not)/i)
    if (
      isNewColumn &&
      does(/\b(stored|identity|serial|bigserial)\b|default [^,]*(random|clock_timestamp|nextval|uuid)/i)
    )
      add('locks', 'rewrites the table while reads and writes wait')
    if (isNewColumn && does(/\bcheck ?\(/i))
      add(
        'locks',
        'checks every row while reads and writes wait; add the check as a constraint that is "not valid"',
      )
    if (isNewColumn && does(/not null/i) && !does(/default|generated|serial/i))
      add('breaks', 'the previous release does not fill the new column')
    if (does(/^alter (column )?\S+ (set data )?type/i))
      add('locks', 'rewrites the table while reads and writes wait')
    if (does(/^alter (column )?\S+ set not null/i))
      add('locks', 'reads the table while reads and writes wait')
    if (does(/^alter (column )?\S+ drop default/i))
      add('breaks', 'the previous release may rely on the default')
    if (does(/^add (constraint \S+ )?(check|foreign key)|^add .* references /i) && !does(/not valid/i))
      add('locks', 'checks every row while writes wait; add it "not valid", then "validate constraint"')
    if (does(/^add (constraint \S+ )?(primary key|unique|exclude)/i) && !does(/using index/i))
      add(
        'locks',
        'builds an index while writes wait; create it concurrently, then add the constraint "using index"',
      )
    if (does(/^set (logged|unlogged|tablespace)/i))
      add('locks', 'rewrites the table while reads and writes wait')
    if (does(/^drop (?!constraint|not null)/i) && !does(/^drop (expression|identity)/i))
      risks.push({ kind: 'breaks', text: 'removes a column that the previous release may use', table: null })
    if (does(/^rename/i))
      risks.push({ kind: 'breaks', text: 'renames what the previous release uses', table: null })
  }
  return risks
}

function risksOfOther(text: string): StatementRisk[] {
  const indexed = match('^create (?:unique )?index (?!concurrently).*? on NAME', text)
  if (indexed !== undefined)
    return [
      { kind: 'locks', text: 'writes wait while the index is built; create it concurrently', table: indexed },
    ]
  const written = match('^(?:with .*)?(?:update|delete from|truncate(?: table)?) NAME', text)
  if (written !== undefined)
    return [{ kind: 'locks', text: 'changes rows, which are locked until it ends', table: written }]
  if (
    /^(vacuum full|cluster|reindex(?! .*concurrently)|refresh materialized view(?! concurrently)|lock )/i.test(
      text,
    )
  )
    return [{ kind: 'locks', text: 'locks whole tables', table: match('NAME$', text) ?? null }]
  if (
    /^drop (table|view|function|type|schema|sequence)/i.test(text) ||
    /^alter (function|view|type|schema) .* rename/i.test(text)
  )
    return [{ kind: 'breaks', text: 'removes what the previous release may use', table: null }]
  if (/^(do|call|select|with) /i.test(text))
    return [{ kind: 'unknown', text: 'runs code; read it', table: null }]
  return []
}

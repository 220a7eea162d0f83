import type pg from 'pg'
import { traceSettingStatements } from '#api/tracing/statement-spans.ts'
import { pipelinedQuery, type LeadingStatement } from './pipelined-query.ts'
import { statementName } from './statement-name.ts'

const begin = { name: statementName('terrace_begin', 'begin'), text: 'begin' }

/** Begins a transaction on a connection, which then supports {@link beginWithStatement}. */
export async function beginTransaction(client: pg.PoolClient): Promise<void> {
  await client.query({ name: 'terrace_begin', text: begin.text })
  for (const setting of traceSettingStatements()) await client.query(setting)
}

/**
 * Begins a transaction together with its first statement, which saves a round trip. If `begin` fails, the statement
 * is not run.
 */
export async function beginWithStatement(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return execute(client, [{ name: begin.name }], statement)
}

// Sets the limits and returns no row.
const transactionLimitsSql = `
  select 1 where concat(
    set_config('statement_timeout', '30s', true),
    set_config('idle_in_transaction_session_timeout', '15s', true),
    -- PostgreSQL 15 and 16 do not have it.
    case when current_setting('transaction_timeout', true) is not null
      then set_config('transaction_timeout', '60s', true) end
  ) = ''`

/** As {@link beginWithStatement}, on a session that has neither prepared statements nor limits. */
export async function beginWithLimits(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return execute(client, [{ text: begin.text }, { text: transactionLimitsSql }], statement)
}

function execute(
  client: pg.PoolClient,
  leading: readonly LeadingStatement[],
  { name, ...statement }: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const named = name === undefined ? statement : { ...statement, name: statementName(name, statement.text) }
  const allLeading = [...leading, ...traceSettingStatements()]
  return new Promise((resolve, reject) => {
    client.query(
      pipelinedQuery(
        () => allLeading,
        named,
        (error, result) => {
          if (error) reject(error)
          else resolve(result)
        },
      ),
    )
  })
}

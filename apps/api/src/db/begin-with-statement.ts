import pg from 'pg'

const name = 'terrace_begin'

/** Begins a transaction on a connection, which then supports {@link beginWithStatement}. */
export async function beginTransaction(client: pg.PoolClient): Promise<void> {
  await client.query({ name, text: 'begin' })
}

/**
 * Begins a transaction together with its first statement, which saves a round trip. If `begin` fails, the protocol
 * skips the statement, so it never runs outside the transaction.
 */
export async function beginWithStatement(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  if (statement.values?.length === 0) {
    await beginTransaction(client)
    return client.query(statement)
  }
  return await new Promise((resolve, reject) => {
    const query = new pg.Query(statement, (error, results) => {
      if (error) reject(error)
      else resolve(lastOf(results))
    })
    const { submit } = query
    query.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.bind({ statement: name }, false)
        connection.execute(null, false)
        return submit.call(query, connection)
      } finally {
        connection.stream.uncork()
      }
    }
    client.query(query)
  })
}

/** Several commands in one message return an array of results, which the types of pg omit. */
function lastOf(results: pg.QueryResult | readonly pg.QueryResult[]): pg.QueryResult {
  const last = [results].flat().at(-1)
  if (!last) throw new Error('the database returned no result')
  return last
}

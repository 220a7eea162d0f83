import pg from 'pg'

const name = 'terrace_begin'

/** Begins a transaction; from then on this connection knows how, for {@link beginWith}. */
export async function beginAlone(client: pg.PoolClient): Promise<void> {
  await client.query({ name, text: 'begin' })
}

/**
 * Begins a transaction with its first statement, both in one message: a way to the database and back less. By the
 * protocol nothing of the message is done after what fails in it, so that the statement never runs without the transaction.
 */
export async function beginWith(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  if (statement.values?.length === 0) {
    await beginAlone(client)
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

/** As for every message of several commands there is an answer to each, of which the types know nothing. */
function lastOf(results: pg.QueryResult | readonly pg.QueryResult[]): pg.QueryResult {
  const last = [results].flat().at(-1)
  if (!last) throw new Error('the database has answered nothing')
  return last
}

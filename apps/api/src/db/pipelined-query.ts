import pg from 'pg'

/** A statement without parameters or rows; one without a text has been prepared under its name. */
export type LeadingStatement = { text: string } | { name: string }

type Done = (error: Error | undefined, result: pg.QueryResult) => void

/**
 * A query that sends other statements in front of it, in one message. If one of them fails, the protocol skips the
 * rest, so that the statement never runs without them. `leading` is asked when the connection is free.
 */
export function pipelinedQuery(
  leading: () => readonly LeadingStatement[],
  statement: pg.QueryConfig,
  done: Done,
): pg.Query {
  // Only the extended protocol has pipelines; pg uses it by itself for statements with values.
  const extended = { ...statement, queryMode: 'extended' }
  const query = new pg.Query(extended, (error, results) => {
    const last = lastOf(results)
    if (error || last) done(error, last ?? results)
    else done(new Error('the database returned no result'), results)
  })
  const { submit } = query
  query.submit = (connection) => {
    connection.stream.cork()
    try {
      for (const first of leading()) {
        const name = 'name' in first ? first.name : ''
        if ('text' in first) connection.parse({ name, text: first.text, types: [] }, false)
        connection.bind({ statement: name }, false)
        connection.execute(null, false)
      }
      return submit.call(query, connection)
    } finally {
      connection.stream.uncork()
    }
  }
  return query
}

/** Several commands in one message return an array of results, which the types of pg omit. */
function lastOf(results: pg.QueryResult | readonly pg.QueryResult[] | undefined): pg.QueryResult | undefined {
  return results === undefined ? undefined : [results].flat().at(-1)
}

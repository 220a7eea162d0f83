/** One record of a file with the line on which it starts, from 1, or the reason why the record cannot be used. */
export type SourceRecord<Value> = { line: number } & ({ record: Value } | { bad: string })

/** Fields of a record by column name or path; nested for JSON. */
export type Fields = Readonly<Record<string, unknown>>

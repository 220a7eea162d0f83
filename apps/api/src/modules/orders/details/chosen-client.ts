/** Who an order is for: a client of the team's book, any name, or no one; `undefined` without a choice. */
export type ChosenClient = { id: string } | { name: string } | null | undefined

/** Reads the client from a request. An empty name removes the client. */
export function chosenClient({
  client_id: id,
  client_name: name,
}: {
  client_id?: string | undefined
  client_name?: string | undefined
}): ChosenClient {
  if (id !== undefined) return { id }
  if (name === '') return null
  return name === undefined ? undefined : { name }
}

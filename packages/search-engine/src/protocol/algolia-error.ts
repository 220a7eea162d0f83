/** An error response in Algolia's format: `{message, status}`. */
export class AlgoliaError extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const badRequest = (message: string): AlgoliaError => new AlgoliaError(400, message)
export const unknownIndex = (name: string): AlgoliaError =>
  new AlgoliaError(404, `Index ${name} does not exist`)

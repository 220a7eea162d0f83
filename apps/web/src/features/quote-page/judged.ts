import { ApiError } from '#web/lib/api-error.ts'

/** Whether the server has refused the answer, so that what the page shows is no longer how things are. */
export function isJudged(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

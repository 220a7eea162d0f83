import type { FieldErrors } from '#web/forms/field-errors.ts'
import { ApiError, errorText } from '#web/lib/http/api-error.ts'

/** The error of seats that another listing has, for their field; the server names the listing instead of a field. */
export function seatsError(error: unknown): FieldErrors {
  return error instanceof ApiError && error.code === 'supply.seats_taken' ? { seats: errorText(error) } : {}
}

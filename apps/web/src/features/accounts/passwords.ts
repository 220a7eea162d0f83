import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { BodyInputOf } from '@terrace/contracts/route'
import { wireError } from '@terrace/contracts/wire-error'
import { call } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'

interface Told {
  data: { status: boolean; errors?: unknown }
  message?: string | undefined
}

/** The message of the answer; a `data.status` of false is a failure like any other (product.md §11). */
function messageOfTold({ data, message = '' }: Told): string {
  if (data.status) return message
  const { errors } = data
  throw new ApiError(422, wireError.safeParse({ errors, message }).data ?? {})
}

/** The page that the letter's link leads to; the server appends the token. */
export function resetLink(): string {
  return `${location.origin}/reset-password`
}

/** Asks for a reset link and answers what the user is told then. */
export async function requestReset(email: string): Promise<string> {
  const body = { email: email.trim(), reset_link: resetLink() }
  return messageOfTold(await call(passwordsRoutes.forgot, { body }))
}

/** Sets the new password by the link's token and answers what the user is told then. */
export async function resetPassword(body: BodyInputOf<typeof passwordsRoutes.reset>): Promise<string> {
  return messageOfTold(await call(passwordsRoutes.reset, { body }))
}
